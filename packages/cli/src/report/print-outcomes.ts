import type { GenerateResult } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { formatDryRunJson } from './format-json.ts'
import { formatOutcomes, formatSummary } from './format-summary.ts'

/** Prints outcomes and summary, as far as the flags ask for them. */
export function printOutcomes(
  result: GenerateResult,
  run: { readonly flags: Flags; readonly milliseconds: number },
  host: Pick<Host, 'cwd' | 'stdout'>,
): void {
  const { quiet, json, verbose, check } = run.flags
  if (quiet) return
  const dryRun = run.flags.dryRun && !check
  if (json) {
    const changes = dryRun ? result.files.filter(({ outcome }) => outcome !== 'unchanged') : []
    for (const file of changes) host.stdout(`${formatDryRunJson(file, host.cwd)}\n`)
    return
  }
  if (verbose || dryRun) {
    host.stdout(formatOutcomes(result.files, { cwd: host.cwd, dryRun, changesOnly: !verbose }))
  }
  host.stdout(formatSummary(result, run))
}
