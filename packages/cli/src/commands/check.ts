import type { GenerateResult } from '@ctxgen/codegen'
import { done, failed } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import { generateAll, hasErrors } from '../generate-all.ts'
import type { Host } from '../host.ts'
import { makePlan } from '../plan.ts'
import { printOutcomes } from '../report/print-outcomes.ts'

/** Reports outputs that differ from what the generator would write; writes nothing. */
export async function check(flags: Flags, argv: readonly string[], host: Host): Promise<number> {
  const start = Date.now()
  const plan = await makePlan(flags, host)
  const result = await generateAll(plan, flags, host)
  // Loaded on demand, like everything that a run without findings does not need.
  if (result.diagnostics.length > 0) {
    ;(await import('../report/print-diagnostics.ts')).printDiagnostics(result.diagnostics, flags, host)
  }
  const isTalking = !flags.quiet && !flags.json
  if (isTalking) await printDiffs(result, flags, host)
  const { inputs } = plan
  printOutcomes(result, { flags: { ...flags, inputs }, milliseconds: Date.now() - start }, host)
  if (isTalking && !isUnchanged(result)) {
    const { fixingCommand } = await import('../report/fixing-command.ts')
    host.stdout(`To update them: ${fixingCommand(argv, result.files)}\n`)
  }
  return isUpToDate(result) ? done : failed
}

async function printDiffs(result: GenerateResult, flags: Flags, host: Host): Promise<void> {
  const stale = result.files.filter((file) => file.diff !== undefined)
  if (stale.length === 0) return
  const { formatDiff } = await import('../report/text-diff.ts')
  const { paintFor } = await import('../report/paint.ts')
  const look = { cwd: host.cwd, paint: paintFor(flags, host), isWhole: flags.verbose }
  for (const file of stale) host.stderr(`${formatDiff(file, look)}\n`)
}

function isUpToDate(result: GenerateResult): boolean {
  return !hasErrors(result) && isUnchanged(result)
}

function isUnchanged({ files }: GenerateResult): boolean {
  return files.every((file) => file.outcome === 'unchanged')
}
