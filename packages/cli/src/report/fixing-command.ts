import type { FileOutcome } from '@ctxgen/codegen'

/** The command that makes a failed check pass: the same one without `--check`. */
export function fixingCommand(argv: readonly string[], files: readonly FileOutcome[]): string {
  const needsClean = files.some((file) => file.outcome === 'orphaned') && !argv.includes('--clean')
  const rest = argv.filter((argument) => argument !== '--check')
  return ['npx', 'ctxgen', ...(needsClean ? ['--clean'] : []), ...rest].map(quote).join(' ')
}

function quote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument
  // Both kinds of shell read double quotes; only a Unix one would look inside them.
  return /["$`\\!]/.test(argument) ? `'${argument.replaceAll("'", "'\\''")}'` : `"${argument}"`
}
