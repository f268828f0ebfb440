import type { Flags } from './flags.ts'

/**
 * Reads a command line of inputs and switches, and leaves any other (`undefined`) to `readFlags`, which reads these
 * alike: loading what understands every option takes longer than to check a hundred files.
 */
export function readPlainFlags(argv: readonly string[]): Flags | undefined {
  const given = new Set(argv.filter((word) => word.startsWith('-')))
  const flags = {
    inputs: argv.filter((word) => !given.has(word)),
    watch: false,
    check: given.delete('--check'),
    clean: given.delete('--clean'),
    dryRun: given.delete('--dry-run'),
    cache: !given.delete('--no-cache'),
    json: given.delete('--json'),
    quiet: given.delete('--quiet'),
    verbose: given.delete('--verbose'),
    color: !given.delete('--no-color'),
  }
  return given.size > 0 || (flags.quiet && flags.verbose) ? undefined : flags
}
