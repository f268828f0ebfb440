import { done, failed } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import { generateAll, hasErrors } from '../generate-all.ts'
import type { Host } from '../host.ts'
import { makePlan } from '../plan.ts'
import { printOutcomes } from '../report/print-outcomes.ts'

/** Writes new and changed outputs; with `--dry-run` only lists them. */
export async function generate(flags: Flags, host: Host): Promise<number> {
  const start = Date.now()
  const plan = await makePlan(flags, host)
  const result = await generateAll(plan, flags, host)
  // Loaded on demand, like everything that a run without findings does not need.
  if (result.diagnostics.length > 0) {
    ;(await import('../report/print-diagnostics.ts')).printDiagnostics(result.diagnostics, flags, host)
  }
  const { inputs } = plan
  printOutcomes(result, { flags: { ...flags, inputs }, milliseconds: Date.now() - start }, host)
  return hasErrors(result) ? failed : done
}
