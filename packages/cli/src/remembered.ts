import { recall } from '@ctxgen/codegen/recall'
import { findConfig } from './config/find-config.ts'
import { done } from './exit-code.ts'
import { mergeResults } from './merge-results.ts'
import { readPlainFlags } from './plain-flags.ts'
import { makePlan } from './plan.ts'
import { printOutcomes } from './report/print-outcomes.ts'
import { writerTo } from './writer-to.ts'

/**
 * The short way of a command line that finds everything as an earlier run left it, the most frequent of all. Bundled into
 * one file with what it needs, as node takes longer to load the modules of the long way than this takes.
 *
 * @param generator The folder of the generator's code, on which what is remembered depends.
 * @returns The exit code; `undefined`, with nothing said and done, when the long way has to be gone.
 */
export async function runRemembered(argv: readonly string[], generator: string): Promise<number | undefined> {
  try {
    return await tryRun(argv, generator)
  } catch {
    // What is wrong is so on the long way too, and is said there.
    return undefined
  }
}

async function tryRun(argv: readonly string[], generator: string): Promise<number | undefined> {
  const start = Date.now()
  const flags = argv[0] === 'init' || argv[0] === 'completion' ? undefined : readPlainFlags(argv)
  const cwd = process.cwd()
  if (flags === undefined || !flags.cache || isCode(findConfig(cwd).path)) return undefined
  const plan = await makePlan(flags, { cwd })
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

/** A config that is a module may do anything, and that once. */
function isCode(path: string | undefined): boolean {
  return path !== undefined && !path.endsWith('.json')
}
