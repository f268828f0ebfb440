import { CommanderError } from 'commander'
import { check } from './commands/check.ts'
import { generate } from './commands/generate.ts'
import { done, failed, wrongUsage } from './exit-code.ts'
import { type Flags, readFlags } from './flags.ts'
import type { Host } from './host.ts'
import { printable } from './report/printable.ts'

/** Runs the command `argv` (without node and the script) and gives its exit code: 0 done, 1 errors or stale files, 2 wrong usage. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  let flags: Flags | undefined
  try {
    flags = readFlags(argv, host)
    return flags.check ? await check(flags, argv, host) : await generate(flags, host)
  } catch (error) {
    return explain(error, flags, host)
  }
}

function explain(error: unknown, flags: Flags | undefined, host: Host): number {
  // Commander has said it already; help and version end this way too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : wrongUsage
  if (!(error instanceof Error)) throw error
  // By name, as importing the class would load the compiler before the arguments were found right.
  if (error.name === 'UsageError') {
    host.stderr(`error: ${printable(error.message)}\n`)
    return wrongUsage
  }
  host.stderr(`error: ctxgen failed, which is a bug in ctxgen: ${printable(error.message)}\n`)
  host.stderr(
    flags?.verbose ? `${error.stack}\n` : 'Run it with --verbose to see where, and please report it.\n',
  )
  return failed
}
