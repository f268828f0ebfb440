import { catalog } from '../../diagnostics/catalog.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { RuleTarget } from '../../model/rule-table.ts'
import { ruleTable } from '../../model/rule-table.ts'
import { ruleValue } from '../../model/rule-target.ts'
import { isPossible } from './fit.ts'
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
    case 'text': {
      if (name === 'datetime' && !timePart.test(parameter.text))
        return bad('it has no part of the time 2006-01-02T15:04:05Z07:00, which layouts are written with')
      const value = ruleValue(parameter.text, target)
      if (value === undefined) return bad(expected(target))
      return name === 'eq' && !isPossible(value, place.type) ? bad(`${place.words} is never that`) : []
    }
    case 'words': {
      if (name === 'mime')
        return parameter.words.every(isMediaRange) ? [] : bad('image/png and image/* are media types')
      return parameter.words.every((word) => fits(word, target)) ? [] : bad(expected(target))
    }
    default:
      return []
  }
}

/** What a layout of Go's has at least one of: a day of `YYYY-MM-DD` would be these very letters. */
const timePart = /[1-5]|06|Jan|Mon|MST|PM|pm/

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
