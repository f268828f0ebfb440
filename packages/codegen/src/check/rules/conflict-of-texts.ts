import type { Rule } from '../../model/rule.ts'
import { mayKeep } from './keeps.ts'
import { pairOf } from './pair-of.ts'

/** Rules about parts of a text of which one asks for what another refuses. */
export function conflictOfTexts(rules: readonly Rule[]): readonly Rule[] {
  return pairOf(rules, (a, b) => isRefused(a, b) || isRefused(b, a)) ?? []
}

/** Rules that parts of a text keep when the whole does. */
const ofEachPart =
  /^(?:alpha|alphaspace|alphanum|alphanumspace|alphaunicode|alphanumunicode|ascii|printascii|number|excludes|excludesall)$/

/** Whether a rule asks for a part that another refuses. */
function isRefused({ name, parameter }: Rule, other: Rule): boolean {
  if (parameter.kind !== 'text') return false
  const part = parameter.text
  const isBroken = (one: string): boolean => !mayKeep(other, one)
  const isOfPart = ofEachPart.test(other.name)
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
