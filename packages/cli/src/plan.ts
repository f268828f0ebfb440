import { resolve } from 'node:path'
import type { GenerateOptions } from '@ctxgen/codegen'
import { isInside } from '@ctxgen/codegen/project-root'
import { UsageError } from '@ctxgen/codegen/usage-error'
import type { Config } from './config/config.ts'
import { type LoadedConfig, loadConfig } from './config/load-config.ts'
import type { Flags } from './flags.ts'
import type { Host } from './host.ts'
import { inputPlace } from './input-place.ts'

/** The combination of command line and config. */
export interface Plan {
  /** One run of the generator for each project. */
  readonly runs: readonly GenerateOptions[]
  /** As written by the user. */
  readonly inputs: readonly string[]
  readonly config: LoadedConfig
}

/** The flags that affect a plan. */
export type PlanFlags = Pick<
  Flags,
  'inputs' | 'outDir' | 'missing' | 'any' | 'aliasTag' | 'project' | 'check' | 'dryRun' | 'clean' | 'cacheDir'
>

type Place = Pick<Host, 'cwd'>

/** @throws UsageError without inputs, or for an invalid config. */
export async function makePlan(flags: PlanFlags & Pick<Flags, 'config'>, host: Place): Promise<Plan> {
  return planOf(await loadConfig(flags.config, host.cwd), flags, host)
}

/** @throws UsageError without inputs. */
export function planOf(config: LoadedConfig, flags: PlanFlags, host: Place): Plan {
  const runs = flags.inputs.length > 0 ? runsOfFlags(flags, config, host) : runsOfConfig(flags, config, host)
  return { runs, inputs: runs.flatMap(({ inputs }) => inputs), config }
}

function runsOfConfig(flags: PlanFlags, config: LoadedConfig, host: Place): readonly GenerateOptions[] {
  const { name, folder } = config
  if (name === undefined) {
    throw new UsageError('name at least one file, folder or glob to read, or let ctxgen init write a config.')
  }
  return config.projects.map((project) => {
    const { inputs } = project
    if (inputs === undefined) {
      throw new UsageError(`name at least one file, folder or glob to read: ${name} has no inputs.`)
    }
    return { ...optionsOf(project, flags, config, host), inputs, base: folder }
  })
}

/** Inputs on the command line take the options of their project. */
function runsOfFlags(flags: PlanFlags, config: LoadedConfig, host: Place): readonly GenerateOptions[] {
  const [only, second] = config.projects
  const owners = flags.inputs.map((input) =>
    second === undefined ? (only ?? {}) : ownerOf(input, config, host),
  )
  return [...new Set(owners)].map((project) => {
    const options = optionsOf(project, flags, config, host)
    const inputs = flags.inputs.filter((_, index) => owners[index] === project)
    if (options.outDir === undefined || flags.outDir !== undefined) return { ...options, inputs }
    const roots = (project.inputs ?? []).map((input) => inputPlace(config.folder, input).folder)
    return { ...options, inputs, roots }
  })
}

function ownerOf(input: string, config: LoadedConfig, host: Place): Config {
  const { folder } = config
  const { path } = inputPlace(host.cwd, input)
  const owner = config.projects.find(({ inputs = [] }) =>
    inputs.some((other) => isInside(inputPlace(folder, other).path, path)),
  )
  if (owner !== undefined) return owner
  throw new UsageError(`${input} belongs to no project in ${config.name}: add it to the inputs of one.`)
}

function optionsOf(
  config: Config,
  flags: PlanFlags,
  { folder, projects }: LoadedConfig,
  host: Place,
): Omit<GenerateOptions, 'inputs'> {
  const others = projects.filter((one) => one !== config).flatMap(({ inputs = [] }) => inputs)
  const outDir = fromEither(flags.outDir, host.cwd, config.outDir, folder)
  const project = fromEither(flags.project, host.cwd, config.project, folder)
  const missing = flags.missing ?? config.missing
  const any = flags.any ?? config.any
  const apps = projects.flatMap(({ openapi, client }) =>
    [...new Set([openapi?.app, client?.app])].flatMap((app) =>
      app === undefined ? [] : [resolve(folder, app)],
    ),
  )
  const aliasTag = flags.aliasTag ?? config.aliasTag?.replace(/^@/, '')
  return {
    cwd: host.cwd,
    mode: flags.check ? 'check' : flags.dryRun ? 'dry-run' : 'write',
    clean: flags.clean,
    ...(flags.cacheDir === undefined ? {} : { cacheDir: resolve(host.cwd, flags.cacheDir) }),
    ...(outDir === undefined ? {} : { outDir }),
    ...(others.length === 0 ? {} : { others: others.map((input) => inputPlace(folder, input).path) }),
    ...(missing === undefined ? {} : { missing }),
    ...(any === undefined ? {} : { any }),
    ...(aliasTag === undefined ? {} : { aliasTag }),
    ...(project === undefined ? {} : { project }),
    ...(apps.length === 0 ? {} : { apps }),
    ...(config.rules === undefined ? {} : { rules: rulesFrom(config.rules, folder) }),
  }
}

/** Resolves relative rule files against the config's folder; others are in packages. */
export function rulesFrom(rules: NonNullable<Config['rules']>, folder: string): NonNullable<Config['rules']> {
  const placed = (from: string): string => (from.startsWith('.') ? resolve(folder, from) : from)
  const entries = Object.entries(rules).map(([name, place]) => [
    name,
    typeof place === 'string' ? placed(place) : { ...place, from: placed(place.from) },
  ])
  return Object.fromEntries(entries)
}

/** Paths on the command line are relative to the working directory, those in the config to its folder. */
function fromEither(
  flag: string | undefined,
  cwd: string,
  key: string | undefined,
  folder: string,
): string | undefined {
  if (flag !== undefined) return resolve(cwd, flag)
  return key === undefined ? undefined : resolve(folder, key)
}
