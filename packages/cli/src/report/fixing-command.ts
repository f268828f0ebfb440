import type { FileOutcome } from '@ctxgen/codegen'
import { printableName } from './printable.ts'

/** The command that fixes a failed check: the same one without `--check`. */
export function fixingCommand(argv: readonly string[], files: readonly FileOutcome[]): string {
  const needsClean = files.some((file) => file.outcome === 'orphaned') && !argv.includes('--clean')
  const rest = argv.filter((argument) => argument !== '--check')
  return ['npx', 'ctxgen', ...(needsClean ? ['--clean'] : []), ...rest]
    .map(quote)
    .map(printableName)
    .join(' ')
}

function quote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument
  // Every shell accepts double quotes; only Unix shells expand inside them.
  return /["$`\\!]/.test(argument) ? `'${argument.replaceAll("'", "'\\''")}'` : `"${argument}"`
}
