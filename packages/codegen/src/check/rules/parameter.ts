import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { ruleValue } from '../../model/rule-target.ts'
import { isPossible } from './fit.ts'
import { type RulePlace, ruleText } from './place.ts'

/** A parameter must have the type of its rule's target. */
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
      if (name === 'multipleOf' && Number(parameter.text) <= 0) return bad('expected a number greater than 0')
      return fits(parameter.text, sizeTarget(target)) ? [] : bad(expected(target))
    case 'text': {
      if (name === 'datetime' && !timePart.test(parameter.text))
        return bad('expected a layout with parts of 2006-01-02T15:04:05Z07:00')
      const value = ruleValue(parameter.text, target)
      if (value === undefined) return bad(expected(target))
      return name === 'eq' && !isPossible(value, place.type) ? bad(`${place.words} never has this value`) : []
    }
    case 'words': {
      if (name === 'mime')
        return parameter.words.every(isMediaRange)
          ? []
          : bad('expected media types such as image/png or image/*')
      return parameter.words.every((word) => fits(word, target)) ? [] : bad(expected(target))
    }
    default:
      return []
  }
}

/** A Go layout contains at least one of these parts; `YYYY-MM-DD` would match only itself. */
const timePart = /[1-5]|06|Jan|Mon|MST|PM|pm/

/** Only date rules may omit it: they compare with the current time. */
function missesParameter({ rule, target }: RulePlace): boolean {
  return builtInRules.get(rule.name)?.parameter === 'size' && target !== 'date'
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
      return 'expected true or false'
    case 'float':
      return 'expected a number'
    case 'integer':
    case 'bigint':
      return 'expected a whole number'
    default:
      return 'expected a non-negative whole number'
  }
}

export function isMediaRange(text: string): boolean {
  return /^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(text) || text === '*/*'
}
