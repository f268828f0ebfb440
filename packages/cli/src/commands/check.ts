import type { GenerateResult } from '@ctxgen/codegen'
import { done, failed } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import { generateAll } from '../generate-all.ts'
import type { Host } from '../host.ts'
import { makePlan } from '../plan.ts'
import { fixingCommand } from '../report/fixing-command.ts'
import { formatOutcomes, formatSummary } from '../report/format-summary.ts'
import { paintFor } from '../report/paint.ts'
import { hasErrors, printDiagnostics } from '../report/print-diagnostics.ts'

/** Writes nothing, and says which files are not as the generator would write them now. */
export async function check(flags: Flags, argv: readonly string[], host: Host): Promise<number> {
  const start = performance.now()
  const plan = await makePlan(flags, host)
  const result = await generateAll(plan, flags, host)
  printDiagnostics(result.diagnostics, flags, host)
  if (!flags.quiet && !flags.json) {
    await printDiffs(result, flags, host)
    if (flags.verbose) {
      host.stdout(formatOutcomes(result.files, { cwd: host.cwd, dryRun: false, changesOnly: false }))
    }
    const { inputs } = plan
    host.stdout(
      formatSummary(result, { flags: { ...flags, inputs }, milliseconds: performance.now() - start }),
    )
    const fix = fixingCommand(argv, result.files)
    if (fix !== undefined) host.stdout(`To bring them up to date: ${fix}\n`)
  }
  return isUpToDate(result) ? done : failed
}

async function printDiffs(result: GenerateResult, flags: Flags, host: Host): Promise<void> {
  const stale = result.files.filter((file) => file.diff !== undefined)
  if (stale.length === 0) return
  const { formatDiff } = await import('../report/text-diff.ts')
  const look = { cwd: host.cwd, paint: paintFor(flags, host), isWhole: flags.verbose }
  for (const file of stale) host.stderr(`${formatDiff(file, look)}\n`)
}

function isUpToDate(result: GenerateResult): boolean {
  return !hasErrors(result.diagnostics) && result.files.every((file) => file.outcome === 'unchanged')
}
