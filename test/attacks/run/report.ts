import { disputed } from './disputed.ts'
import type { Outcome } from './outcome.ts'
import type { EntryResult } from './run-suite.ts'

/** Failures and skipped entries with their reasons, and the counts. */
export function textReport(results: readonly EntryResult[]): string {
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  const parts = [
    ...failed.map(failure),
    ...results.filter(({ verdict }) => verdict === 'disputed').map(dispute),
    skippedPart(results),
    ...differences(results),
    `${results.filter(({ verdict }) => verdict === 'passed').length} passed, ${failed.length} failed`,
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** The demand, and the answer over each transport that violated it. */
export function failure({ attack, outcomes }: EntryResult): string {
  const lines = [`FAIL ${attack.id} (${attack.area}): ${attack.description}`, `  demanded: ${attack.demand}`]
  if (outcomes.length === 0) lines.push('  nothing was run')
  for (const { over, failures, answered, printed } of outcomes.filter(
    (outcome) => outcome.failures.length > 0,
  )) {
    lines.push(`  over ${over}: ${failures.join('; ')}`)
    const came = (printed ?? answered?.parsed.raw ?? '').slice(0, 400)
    lines.push(...came.split('\n').map((line) => `    | ${JSON.stringify(line).slice(1, -1)}`))
  }
  return `${lines.join('\n')}\n`
}

function dispute({ attack }: EntryResult): string {
  return `DISPUTED ${attack.id}: ${disputed.get(attack.id)}\n`
}

/** Skipped entries by reason: nothing is left out silently. */
function skippedPart(results: readonly EntryResult[]): string {
  const byReason = new Map<string, string[]>()
  for (const { attack, outcomes } of results) {
    for (const { over, skipped } of outcomes) {
      if (skipped === undefined) continue
      const [transport = over] = over.split(',')
      const reason = `over ${transport}: ${skipped}`
      const ids = byReason.get(reason) ?? []
      if (!ids.includes(attack.id)) ids.push(attack.id)
      byReason.set(reason, ids)
    }
  }
  const lines = [...byReason].map(([reason, ids]) => `  ${reason}: ${ids.join(', ')}`)
  const whole = results.filter(({ verdict }) => verdict === 'skipped').length
  return lines.length === 0 ? '' : `Not made (${whole} entries not at all):\n${lines.join('\n')}\n`
}

/** Entries that one transport answers differently from the others, each as demanded. */
function differences(results: readonly EntryResult[]): string[] {
  const lines = results.flatMap(({ attack, outcomes }) => {
    const answers = new Map(outcomes.flatMap((outcome) => answerOf(outcome)))
    const statuses = [...answers].map(([transport, status]) => `${transport} ${status}`)
    return new Set(answers.values()).size > 1 ? [`  ${attack.id}: ${statuses.join(', ')}`] : []
  })
  return lines.length === 0 ? [] : [`Answered in several ways, each as demanded:\n${lines.join('\n')}\n`]
}

function answerOf({ over, answered, skipped }: Outcome): readonly (readonly [string, string])[] {
  if (skipped !== undefined || answered === undefined) return []
  const status = answered.parsed.responses[0]?.status
  return [[over.split(',')[0] ?? over, status === undefined ? 'closed' : String(status)]]
}

export function jsonReport(results: readonly EntryResult[]): string {
  const shown = results.map(({ attack, verdict, outcomes }) => ({
    id: attack.id,
    area: attack.area,
    verdict,
    demand: attack.demand,
    outcomes: outcomes.map(({ over, failures, skipped }) => ({ over, failures, skipped })),
  }))
  return JSON.stringify(shown, undefined, 2)
}
