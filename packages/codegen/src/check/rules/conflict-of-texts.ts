import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import type { Rule } from '../../model/rule.ts'
import { mayKeep } from './keeps.ts'
import { pairOf } from './pair-of.ts'

/** Two rules about parts of a text, one requiring what the other forbids. */
export function conflictOfTexts(rules: readonly Rule[]): readonly Rule[] {
  return pairOf(rules, (a, b) => isRefused(a, b) || isRefused(b, a)) ?? []
}

/** Whether a rule requires a part that another forbids. */
function isRefused({ name, parameter }: Rule, other: Rule): boolean {
  if (parameter.kind !== 'text') return false
  const part = parameter.text
  const isBroken = (one: string): boolean => !mayKeep(other, one)
  const isOfPart = builtInRules.get(other.name)?.holdsForParts === true
  switch (name) {
    case 'startswith':
      if (other.name === 'startswith' && other.parameter.kind === 'text')
        return !part.startsWith(other.parameter.text) && !other.parameter.text.startsWith(part)
      return (isOfPart || other.name === 'startsnotwith') && isBroken(part)
    case 'endswith':
      return (isOfPart || other.name === 'endsnotwith') && isBroken(part)
    case 'contains':
      return isOfPart && isBroken(part)
    case 'containsany':
      return isOfPart && [...part].every(isBroken)
    default:
      return false
  }
}
