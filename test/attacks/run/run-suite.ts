import { runCodegenAttacks } from '../codegen/run-codegen.ts'
import type { Attack } from './attack.ts'
import { disputed } from './disputed.ts'
import { unknownWords } from './known-words.ts'
import type { Outcome } from './outcome.ts'
import { hardFlags, longMs, runWireAttacks } from './run-wire.ts'

/** The result of one entry over all its transports. */
export interface EntryResult {
  readonly attack: Attack
  readonly verdict: 'passed' | 'failed' | 'skipped' | 'disputed'
  readonly outcomes: readonly Outcome[]
}

/**
 * Runs all attacks.
 * @param quick on hardened processes only, a few failures of the generator's environment instead of many, and
 * three times the time for each answer.
 */
export async function runSuite(given: readonly Attack[], quick: boolean): Promise<readonly EntryResult[]> {
  const attacks = quick ? given.map(withPatience) : given
  const outcomes = new Map<string, Outcome[]>(attacks.map(({ id }) => [id, []]))
  const report = (outcome: Outcome): void => {
    outcomes.get(outcome.attack.id)?.push(outcome)
  }
  const understood = attacks.filter((attack) => {
    const unknown = unknownWords(attack)
    if (unknown.length > 0) report({ attack, over: 'entry', failures: unknown })
    return unknown.length === 0
  })
  const isCodegen = ({ codegen, codegenRepeat }: Attack): boolean =>
    codegen !== undefined || codegenRepeat !== undefined
  const wire = understood.filter((attack) => !isCodegen(attack))
  const sources = understood.filter(isCodegen)
  // One after the other, since both have time limits.
  await runWireAttacks(wire, hardFlags, report)
  await runCodegenAttacks(sources, quick, report)
  if (!quick) await runWireAttacks(wire, [], report)
  return attacks.map((attack) => resultOf(attack, outcomes.get(attack.id) ?? []))
}

/**
 * A test must not fail on a busy machine: a nonlinear cost exceeds three times the time, and a leak exceeds
 * half as much memory again.
 */
function withPatience(attack: Attack): Attack {
  if (typeof attack.check !== 'object' || attack.check === null) return attack
  const { maxMs, maxRssMb } = attack.check
  const isShort = typeof maxMs === 'number' && maxMs < longMs
  const check = {
    ...attack.check,
    ...(isShort ? { maxMs: Math.min(longMs - 1, maxMs * 3) } : {}),
    ...(typeof maxRssMb === 'number' ? { maxRssMb: maxRssMb * 1.5 } : {}),
  }
  return { ...attack, check }
}

function resultOf(attack: Attack, outcomes: readonly Outcome[]): EntryResult {
  const isFailed = outcomes.length === 0 || outcomes.some(({ failures }) => failures.length > 0)
  const isDisputed = disputed.has(attack.id)
  if (isFailed) return { attack, verdict: isDisputed ? 'disputed' : 'failed', outcomes }
  const isSkipped = outcomes.every(({ skipped }) => skipped !== undefined)
  return { attack, verdict: isSkipped ? 'skipped' : 'passed', outcomes }
}
