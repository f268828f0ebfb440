import { type Around, compares, isAsked, isEmptyValue, memberOf, namedFields } from './check-siblings.ts'
import { keeps } from './keep-rules.ts'
import { elementOf, type FieldModel, nonNull, type RuleModel, type TypeModel } from './model.ts'
import { branchOf, typeFor } from './union-kinds.ts'

/** RULES.md: what breaks the rules of these fields, each as `path rule` or `path rule=parameter`, depth first. */
export function brokenRules(fields: readonly FieldModel[], object: unknown, above = ''): readonly string[] {
  return fields.flatMap((field) => {
    const value = memberOf(object, field.name)
    const path = above === '' ? field.name : `${above}.${field.name}`
    const rules = (field.rules ?? []).filter((rule) =>
      namedFields(rule).every((name) => fields.some((one) => one.name === name)),
    )
    const own = firstBroken(rules, value, field.type, path, field.optional, { fields, object })
    // A list that is wrong itself has its one issue.
    return own.length > 0 ? own : brokenBelow(nonNull(field.type), value, path)
  })
}

/** Nested objects, wherever they are, and the branch of a union that a value is. */
function brokenBelow(type: TypeModel, value: unknown, path: string): readonly string[] {
  if (value === undefined || value === null) return []
  if (type.kind === 'object') return brokenRules(type.fields, value, path)
  if (type.kind === 'anyOf') {
    const one = typeFor(type.of, value)
    return one === undefined ? [] : brokenBelow(one, value, path)
  }
  if (type.kind === 'byMember') {
    const branch = branchOf(type, (member) => memberOf(value, member))
    return branch === undefined ? [] : brokenRules(branch.fields, value, path)
  }
  if (type.kind === 'union') {
    const branch = type.of.find(({ fields }) => {
      const kind = fields.find(({ name }) => name === type.discriminant)?.type
      return (
        kind?.kind === 'literals' && kind.values.some((one) => one === memberOf(value, type.discriminant))
      )
    })
    return branch === undefined ? [] : brokenRules(branch.fields, value, path)
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((one, i) => brokenBelow(nonNull(type.of), one, `${path}.${i}`))
  }
  if (type.kind === 'tuple' && Array.isArray(value)) {
    return value.flatMap((one, i) => {
      const of = elementOf(type, i)
      return of === undefined ? [] : brokenBelow(nonNull(of), one, `${path}.${i}`)
    })
  }
  if (type.kind !== 'record') return []
  return Object.entries(value).flatMap(([key, one]) => brokenBelow(nonNull(type.of), one, `${path}.${key}`))
}

/** The first rule that fails is the one issue of a value; behind `dive` each element has one of its own. */
function firstBroken(
  rules: readonly RuleModel[],
  value: unknown,
  type: TypeModel,
  path: string,
  isOptional: boolean,
  around?: Around,
): readonly string[] {
  const isThere = value !== undefined && value !== null
  const isEmpty = isEmptyValue(value, isOptional, type)
  for (const [i, { name, parameter }] of rules.entries()) {
    if (name === 'dive') return brokenElements(rules.slice(i + 1), value, type, path)
    if (name === 'omitempty') {
      if (isEmpty) return []
      continue
    }
    const told = parameter?.replaceAll('0x2C', ',').replaceAll('0x7C', '|')
    const holds = /^(required|excluded)/.test(name)
      ? !isAsked(name, told ?? '', around) || isEmpty === name.startsWith('excluded')
      : !isThere ||
        (name.endsWith('field') ? compares(name, told ?? '', value, around) : keeps(name, told ?? '', value))
    if (!holds) {
      return [told === undefined ? `${path} ${name}` : `${path} ${name}=${told}`]
    }
  }
  return []
}

function brokenElements(
  rules: readonly RuleModel[],
  value: unknown,
  type: TypeModel,
  path: string,
): readonly string[] {
  const list = nonNull(type)
  if (!Array.isArray(value) || list.kind !== 'list') return []
  return value.flatMap((element, i) => firstBroken(rules, element, list.of, `${path}.${i}`, false))
}
