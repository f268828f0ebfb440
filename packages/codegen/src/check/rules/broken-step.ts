import { isAboutPresence } from '@ctxgen/core/rules/rule-names'
import type { DefaultItem } from '../../model/dto.ts'
import type { RuleStep } from '../../model/rule.ts'
import { type KnownValue, mayKeep } from './keeps.ts'

/**
 * The first step that a known value certainly breaks.
 *
 * @param isFound whether the type may be absent; a present value is then never empty
 */
export function brokenStep(
  steps: readonly RuleStep[],
  value: KnownValue,
  isFound: boolean,
): RuleStep | undefined {
  const isEmpty = value === null || (!isFound && isZero(value))
  for (const step of steps) {
    if (step.kind === 'omitempty') {
      if (isEmpty) return undefined
      continue
    }
    const rules = step.kind === 'rule' ? [step.rule] : step.rules
    const isBroken =
      step.kind === 'rule' && isAboutPresence(step.rule.name)
        ? isEmpty && step.rule.name === 'required'
        : value !== null && rules.every((rule) => !mayKeep(rule, value))
    if (isBroken) return step
  }
  return undefined
}

/** Go's zero time, 1 January of the year 1. */
const zeroTime = -62_135_596_800_000

function isZero(value: KnownValue): boolean {
  if (value instanceof Date) return value.getTime() === zeroTime
  const zeros: readonly (DefaultItem | readonly DefaultItem[])[] = ['', 0, 0n, false]
  return zeros.includes(value)
}
