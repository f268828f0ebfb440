import { nearestName } from '@ctxgen/core/nearest-name'
import type { RuleTarget } from '@ctxgen/core/rules/rule-row'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { diagnose } from '../../diagnostics/diagnose.ts'
import { type Field, mayBeUndefined } from '../../model/dto.ts'
import { holdsNull, isKindUnion, nonNull } from '../../model/field-type.ts'
import { type Condition, nil } from '../../model/rule.ts'
import { ruleValue, targetOf } from '../../model/rule-target.ts'
import { isPossible, isScalar } from './fit.ts'
import { type RuleOwner, type RulePlace, ruleText } from './place.ts'

/** The properties in a rule must exist and be comparable. */
export function checkProperties(place: RulePlace): readonly Diagnostic[] {
  const { rule, owner } = place
  const { parameter } = rule
  if (rule.name === 'unique') return checkElementProperty(place)
  if (parameter.kind === 'conditions') {
    const each = parameter.conditions.flatMap(({ property, value }) =>
      checkProperty(property, owner, place, (field) => checkCondition(value, field, place)),
    )
    return [...each, ...checkOnce(parameter.conditions, place)]
  }
  if (parameter.kind !== 'properties') return []
  return parameter.names.flatMap((name) =>
    checkProperty(name, owner, place, (field) =>
      rule.name.endsWith('field') ? checkKind(field, place) : [],
    ),
  )
}

function checkProperty(
  name: string,
  owner: RuleOwner,
  place: RulePlace,
  check: (field: Field) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const field = owner.fields.find((one) => one.name === name)
  if (field !== undefined) return check(field)
  const nearest = nearestName(
    name,
    owner.fields.map((one) => one.name),
  )
  return [diagnose(catalog.unknownProperty, place.rule.span, ruleText(place.rule), name, owner.name, nearest)]
}

/** `unique=sku` refers to a property of the elements. */
function checkElementProperty(place: RulePlace): readonly Diagnostic[] {
  const { rule, type, module } = place
  const list = nonNull(type)
  const element = list.kind === 'list' ? nonNull(list.element) : list
  const objects = [...module.objects, ...module.dtos]
  const object = objects.find((one) => element.kind === 'object' && one.name === element.name)
  const [name] = rule.parameter.kind === 'properties' ? rule.parameter.names : []
  if (object === undefined || name === undefined) return []
  return checkProperty(name, object, place, (field) =>
    isScalar(field.type)
      ? []
      : [diagnose(catalog.ruleMisfit, rule.span, ruleText(rule), field.declaration, 'scalars')],
  )
}

function checkKind(field: Field, { rule, target, words }: RulePlace): readonly Diagnostic[] {
  if (isSameKind(targetOf(field.type), target)) return []
  return [diagnose(catalog.propertyMisfit, rule.span, ruleText(rule), words, field.declaration)]
}

function isSameKind(a: RuleTarget, b: RuleTarget): boolean {
  const isNumber = (target: RuleTarget): boolean => target === 'integer' || target === 'float'
  return a === b || (isNumber(a) && isNumber(b))
}

/** The property must be able to have the value in the condition. */
function checkCondition(value: string, field: Field, { rule }: RulePlace): readonly Diagnostic[] {
  const target = targetOf(field.type)
  if (value === nil && (mayBeUndefined(field) || holdsNull(field.type))) return []
  const wanted = target === 'bytes' ? undefined : ruleValue(value, target)
  if (wanted !== undefined && isPossible(wanted, field.type)) return []
  if (isKindUnion(field.type)) {
    const reason = `${field.declaration} can have several types`
    return [diagnose(catalog.badParameter, rule.span, ruleText(rule), reason)]
  }
  return [diagnose(catalog.badParameter, rule.span, ruleText(rule), `${field.declaration} is never ${value}`)]
}

/** All pairs must hold, and a property cannot have two values. */
function checkOnce(conditions: readonly Condition[], { rule }: RulePlace): readonly Diagnostic[] {
  if (!rule.name.endsWith('_if')) return []
  const names = conditions.map(({ property }) => property)
  const again = names.find((name, i) => names.indexOf(name) !== i)
  if (again === undefined) return []
  return [diagnose(catalog.badParameter, rule.span, ruleText(rule), `duplicate property ${again}`)]
}
