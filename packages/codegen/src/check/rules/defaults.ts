import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { type DefaultItem, type Field, mayBeUndefined } from '../../model/dto.ts'
import { holdsNull, nonNull, type PresentType } from '../../model/field-type.ts'
import { isAbout, type RuleStep, type Rules, rulesOfStep } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { kindOf } from '../../model/value-kind.ts'
import { brokenStep } from './broken-step.ts'
import type { KnownValue } from './keeps.ts'
import { ruleText } from './place.ts'

/** A default that breaks its own rules: every request without the value would be rejected. */
export function checkDefault(field: Field, rules: Rules): readonly Diagnostic[] {
  const { type, default: given, name } = field
  if (given === undefined || rules.skipped) return []
  const present = nonNull(type)
  const isFound = mayBeUndefined(field) || holdsNull(type)
  const value = given.kind === 'one' ? given.value : given.values
  const own = report(brokenStep(stepsFor(value, present, rules), value, isFound), name, value)
  const { elements } = rules
  const element = present.kind === 'list' ? present.element : undefined
  if (own.length > 0 || given.kind === 'one' || element === undefined || elements === undefined) return own
  if (elements.skipped) return []
  const each = given.values.flatMap((one) => {
    const steps = stepsFor(one, nonNull(element), elements)
    return report(brokenStep(steps, one, element.kind === 'nullable'), name, one)
  })
  return each.slice(0, 1)
}

/** In a union a rule may apply to one type only. */
function stepsFor(value: KnownValue, type: PresentType, { steps }: Rules): readonly RuleStep[] {
  const kind = Array.isArray(value) ? 'array' : value instanceof Date ? 'string' : typeof value
  const own = type.kind === 'anyOf' ? type.members.find((one) => isKind(kindOf(one), kind)) : type
  return own === undefined ? [] : steps.filter((step) => isAbout(step, targetOf(own)))
}

function isKind(kind: string, of: string): boolean {
  return kind === (of === 'bigint' ? 'number' : of)
}

function report(step: RuleStep | undefined, name: string, value: KnownValue): readonly Diagnostic[] {
  const [rule] = step === undefined ? [] : rulesOfStep(step)
  if (step === undefined || rule === undefined) return []
  const text = step.kind === 'either' ? step.text : ruleText(rule)
  return [diagnose(catalog.brokenDefault, rule.span, name, shown(value), text)]
}

/** As in the tag. */
function shown(value: KnownValue): string {
  const values: readonly DefaultItem[] = Array.isArray(value) ? value : [value]
  return values.map((one) => (one instanceof Date ? one.toISOString() : String(one))).join('|')
}
