import { UsageError } from '@ctxgen/codegen/usage-error'
import { checkConfig } from '../config/check-config.ts'
import type { Config } from '../config/config.ts'
import { makePlan, type Plan, type PlanFlags, planOf } from '../plan.ts'

/**
 * A config (one project or a list), or the path of a config file. Relative paths start at the bundler's root. Default: the
 * nearest config at or above the root.
 */
export type PluginOptions = Config | readonly Config[] | { readonly config: string }

/** @throws UsageError for invalid options, an invalid config, or without inputs. */
export async function planOfOptions(options: PluginOptions | undefined, root: string): Promise<Plan> {
  const place = { cwd: root }
  if (options === undefined || Object.keys(options).length === 0) return makePlan(noFlags, place)
  if ('config' in options) return makePlan({ ...noFlags, config: configOf(options) }, place)
  const name = 'the options of the ctxgen plugin'
  const projects = checkConfig(options, name)
  return planOf({ path: undefined, name, folder: root, projects, lookedAt: [] }, noFlags, place)
}

const noFlags: PlanFlags = { inputs: [], check: false, dryRun: false, clean: false }

function configOf(options: { readonly config: string }): string {
  const { config } = options
  if (Object.keys(options).length === 1 && typeof config === 'string' && config !== '') return config
  throw new UsageError('the options of the ctxgen plugin: config must be a path, without other options.')
}

/** Name of the plugin in bundlers. */
export const pluginName = 'ctxgen'
