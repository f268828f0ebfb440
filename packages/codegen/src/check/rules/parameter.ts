import { catalog } from '../../diagnostics/catalog.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { RuleTarget } from '../../model/rule-table.ts'
import { ruleTable } from '../../model/rule-table.ts'
import { ruleValue } from '../../model/rule-target.ts'
import { type RulePlace, ruleText } from './place.ts'

/** A parameter must be a value of what its rule is about. */
export function checkParameter(place: RulePlace): readonly Diagnostic[] {
  const { rule, target } = place
  const { parameter, name, span } = rule
  const bad = (reason: string): readonly Diagnostic[] => [
    diagnose(catalog.badParameter, span, ruleText(rule), reason),
  ]
  switch (parameter.kind) {
    case 'none':
      return missesParameter(place) ? [diagnose(catalog.parameterMissing, span, name)] : []
    case 'number':
      if (target === 'date') return [diagnose(catalog.parameterUnexpected, span, name, parameter.text)]
      if (name === 'multipleOf' && Number(parameter.text) <= 0) return bad('it must be more than 0')
      return fits(parameter.text, sizeTarget(target)) ? [] : bad(expected(target))
    case 'text':
      return fits(parameter.text, target) ? [] : bad(expected(target))
    case 'words': {
      if (name === 'mime')
        return parameter.words.every(isMediaRange) ? [] : bad('image/png and image/* are media types')
      return parameter.words.every((word) => fits(word, target)) ? [] : bad(expected(target))
    }
    default:
      return []
  }
}

/** Dates alone are compared with now. */
function missesParameter({ rule, target }: RulePlace): boolean {
  return ruleTable.get(rule.name)?.parameter === 'size' && target !== 'date'
}

/** The size of a string is a whole number. */
function sizeTarget(target: RuleTarget): RuleTarget {
  return target === 'string' ? 'list' : target
}

function fits(text: string, target: RuleTarget): boolean {
  return ruleValue(text, target) !== undefined
}

function expected(target: RuleTarget): string {
  switch (target) {
    case 'boolean':
      return 'it must be true or false'
    case 'float':
      return 'it must be a number'
    case 'integer':
    case 'bigint':
      return 'it must be a whole number'
    default:
      return 'it must be a whole number, not negative'
  }
}

function isMediaRange(text: string): boolean {
  return /^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(text) || text === '*/*'
}
