import type { Flags } from './flags.ts'

const cacheDir = '--cache-dir='

/**
 * Parses a command line of inputs and switches; returns `undefined` for any other, which `readFlags` must parse. Loading
 * the full parser takes longer than checking a hundred files.
 */
export function readPlainFlags(argv: readonly string[]): Flags | undefined {
  const given = new Set(argv.filter((word) => word.startsWith('-')))
  const inputs = argv.filter((word) => !given.has(word))
  const folders = [...given].filter((word) => word.startsWith(cacheDir) && given.delete(word))
  const [folder] = folders
  const flags = {
    inputs,
    watch: false,
    check: given.delete('--check'),
    clean: given.delete('--clean'),
    dryRun: given.delete('--dry-run'),
    cache: !given.delete('--no-cache'),
    json: given.delete('--json'),
    quiet: given.delete('--quiet'),
    verbose: given.delete('--verbose'),
    color: !given.delete('--no-color'),
    ...(folder === undefined ? {} : { cacheDir: folder.slice(cacheDir.length) }),
  }
  const isOdd = folders.length > 1 || folder === cacheDir
  return isOdd || given.size > 0 || (flags.quiet && flags.verbose) ? undefined : flags
}
