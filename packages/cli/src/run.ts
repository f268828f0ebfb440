import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '@ctxgen/codegen/usage-error'
import type { CommanderError } from 'commander'
import { commands } from './command-names.ts'
import { nearest } from './config/nearest.ts'
import { done, failed, wrongUsage } from './exit-code.ts'
import type { Flags } from './flags.ts'
import type { Host } from './host.ts'
import { readPlainFlags } from './plain-flags.ts'
import { failureText, isBug } from './report/failure-text.ts'
import { isInGitHubActions } from './report/github-annotation.ts'
import { withoutCommands } from './report/printable.ts'

/** Runs a command line (without node and script). Returns the exit code: 0 success, 1 errors or stale files, 2 wrong usage. */
export async function run(argv: readonly string[], outside: Host): Promise<number> {
  let flags: Flags | undefined
  // Sources and names of files may be hostile; results on stdout are escaped where they are made.
  const stderr = (text: string): void => outside.stderr(withoutCommands(text))
  const host = isInGitHubActions(outside) ? { ...outside, stderr } : outside
  try {
    if (argv[0] === 'init') return await (await import('./commands/init.ts')).init(argv.slice(1), host)
    if (argv[0] === 'completion') {
      return (await import('./commands/completion.ts')).completion(argv.slice(1), host)
    }
    if (argv[0] === 'openapi')
      return await (await import('./commands/openapi.ts')).openapi(argv.slice(1), host)
    if (argv[0] === 'asyncapi')
      return await (await import('./commands/asyncapi.ts')).asyncapi(argv.slice(1), host)
    if (argv[0] === 'client') return await (await import('./commands/client.ts')).client(argv.slice(1), host)
    if (argv[0] === 'lsp') return await (await import('./commands/lsp.ts')).lsp(argv.slice(1), host)
    if (argv[0] === 'migrate')
      return await (await import('./commands/migrate.ts')).migrate(argv.slice(1), host)
    flags = readPlainFlags(argv) ?? (await import('./flags.ts')).readFlags(argv, host)
    return await runFlags(flags, argv, host)
  } catch (error) {
    return explain(error, flags, argv, host)
  }
}

/** Loads each command on demand. */
async function runFlags(flags: Flags, argv: readonly string[], host: Host): Promise<number> {
  if (flags.watch) return (await import('./commands/watch.ts')).watch(flags, host)
  const code = flags.check
    ? await (await import('./commands/check.ts')).check(flags, argv, host)
    : await (await import('./commands/generate.ts')).generate(flags, host)
  // The app of stale binders has errors that only follow from them.
  if (code !== done) return code
  return (await import('./commands/run-apps.ts')).runApps(flags, host)
}

function explain(error: unknown, flags: Flags | undefined, argv: readonly string[], host: Host): number {
  // Commander has already printed it; help and version end this way too.
  if (isCommanderError(error)) return error.exitCode === 0 ? done : wrongUsage
  if (!(error instanceof Error)) throw error
  host.stderr(failureText(error))
  if (error instanceof UsageError) {
    const meant = meantCommand(argv, host)
    if (meant !== undefined) host.stderr(`Did you mean ctxgen ${meant}?\n`)
    // Commander adds this line to its own errors.
    host.stderr('Run ctxgen --help for usage.\n')
    return wrongUsage
  }
  const isVerbose = flags?.verbose ?? argv.includes('--verbose')
  const { cause = error } = error
  if (isVerbose) host.stderr(`${cause instanceof Error ? cause.stack : error.stack}\n`)
  else if (isBug(error))
    host.stderr('Run it again with --verbose for the stack trace, and please report it.\n')
  return failed
}

/** The likely command for a first word that is not an input: `inti`. */
function meantCommand(argv: readonly string[], { cwd }: Host): string | undefined {
  const [word = ''] = argv
  if (Object.hasOwn(commands, word) || existsSync(resolve(cwd, word))) return undefined
  return nearest(word, Object.keys(commands))
}

/** By name, since commander is loaded only for unusual command lines. */
function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && error.name === 'CommanderError' && 'exitCode' in error
}
