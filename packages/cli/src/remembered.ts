import { findCompileCache, recall } from '@ctxgen/codegen/recall'
import { commands } from './command-names.ts'
import { appCommands, isOfApps } from './config/app-commands.ts'
import { findConfig } from './config/find-config.ts'
import { done } from './exit-code.ts'
import { mergeResults } from './generate-all.ts'
import { readPlainFlags } from './plain-flags.ts'
import { makePlan } from './plan.ts'
import { printOutcomes } from './report/print-outcomes.ts'
import { writerTo } from './writer-to.ts'

/**
 * Fast path for the most frequent run, with nothing changed since an earlier one. Bundled into one file: Node would take
 * longer to load the modules of the full command than this takes.
 *
 * @param generator The folder of the generator's code, part of the cache key.
 * @returns The exit code; `undefined`, without any effect, if the full command must run.
 */
export async function runRemembered(argv: readonly string[], generator: string): Promise<number | undefined> {
  try {
    return await tryRun(argv, generator)
  } catch {
    // The full command will report the error.
    return undefined
  }
}

/** The folder for Node's compile cache, unless this run leaves no files. */
export function compileCacheOf(argv: readonly string[]): string | undefined {
  if (argv.includes('--no-cache') || argv.includes('--dry-run')) return undefined
  try {
    return findCompileCache(process.cwd())
  } catch {
    // The working directory does not exist.
    return undefined
  }
}

async function tryRun(argv: readonly string[], generator: string): Promise<number | undefined> {
  const start = Date.now()
  const isCommand = Object.hasOwn(commands, argv[0] ?? '')
  const flags = isCommand ? undefined : readPlainFlags(argv)
  const cwd = process.cwd()
  if (flags === undefined || !flags.cache || isCode(findConfig(cwd).path)) return undefined
  const plan = await makePlan(flags, { cwd })
  // The records are of binders alone.
  if (isOfApps(flags) && appCommands(plan.config).length > 0) return undefined
  const results = []
  for (const options of plan.runs) {
    const result = recall(options, generator)
    if (result === undefined || result.diagnostics.length > 0) return undefined
    results.push(result)
  }
  const { inputs } = plan
  const run = { flags: { ...flags, inputs }, milliseconds: Date.now() - start }
  printOutcomes(mergeResults(results), run, { cwd, stdout: writerTo('stdout') })
  return done
}

/** Whether the config is a module: it may have side effects, so it must be evaluated only once. */
function isCode(path: string | undefined): boolean {
  return path !== undefined && !path.endsWith('.json')
}
