import type { GenerateResult } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { formatOutcomes, formatRound } from './format-summary.ts'
import { printDiagnostics } from './print-diagnostics.ts'

interface Round {
  readonly flags: Flags
  readonly host: Host
  readonly milliseconds: number
  /** Whether there are outputs, from any round. */
  readonly hasOutputs: boolean
  /** Number of watched files. */
  readonly watching: number
}

/** Prints a round of watching: its diagnostics, then one line, or one object with `--json`. */
export function printRound(result: GenerateResult, round: Round): void {
  const { flags, host, watching } = round
  printDiagnostics(result.diagnostics, flags, host)
  if (flags.quiet) return
  if (flags.json) {
    host.stdout(`${JSON.stringify(roundObject(result, round))}\n`)
    return
  }
  if (flags.verbose) {
    host.stdout(formatOutcomes(result.files, { cwd: host.cwd, dryRun: false, changesOnly: true }))
  }
  const time = new Date().toTimeString().slice(0, 8)
  const files = watching === 1 ? '1 file' : `${watching} files`
  host.stdout(`${time} ${formatRound(result, round)}, watching ${files}\n`)
}

/** Has `event`, where a diagnostic has `code`. */
function roundObject({ files, diagnostics }: GenerateResult, { milliseconds, watching }: Round): object {
  const count = (outcome: string): number => files.filter((file) => file.outcome === outcome).length
  return {
    event: 'generated',
    milliseconds: Math.round(milliseconds),
    written: count('written'),
    removed: count('removed'),
    unchanged: count('unchanged'),
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    watching,
  }
}
