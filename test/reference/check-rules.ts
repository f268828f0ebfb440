import { type Around, compares, isAsked, isEmptyValue, memberOf, namedFields } from './check-siblings.ts'
import { chooseBoundBranch, chooseBoundList } from './choose-branch.ts'
import { keeps } from './keep-rules.ts'
import {
  elementOf,
  type FieldModel,
  memberFields,
  nonNull,
  type ObjectModel,
  type RuleModel,
  type Source,
  type TypeModel,
} from './model.ts'
import { branchOf, typeFor } from './union-kinds.ts'

/** The source of a property's value, and its name there. */
export interface Named {
  /** As issues name it. */
  readonly source: string
  readonly key: string
  /** The source that names the members below. */
  readonly below: Source
}

/** The client's names for an object's properties. */
type Naming = (field: FieldModel) => Named

/** A value by its path in the client's names and in property names. */
interface Place extends Omit<Named, 'key'> {
  readonly path: string
  readonly property: string
}

/** RULES.md: the issues of these fields, each as {@link issueText}, depth first. */
export function brokenRules(
  fields: readonly FieldModel[],
  object: unknown,
  naming: Naming,
  above?: Place,
): readonly string[] {
  return fields.flatMap((field) => {
    const value = memberOf(object, field.name)
    const { key, ...named } = naming(field)
    const place: Place = {
      ...named,
      path: above === undefined ? key : `${above.path}.${key}`,
      property: above === undefined ? field.name : `${above.property}.${field.name}`,
    }
    const rules = (field.rules ?? []).filter((rule) =>
      namedFields(rule).every((name) => fields.some((one) => one.name === name)),
    )
    const own = firstBroken(rules, value, field.type, place, field.optional, { fields, object, naming })
    // A list that breaks a rule has only that issue.
    return own.length > 0 ? own : brokenBelow(nonNull(field.type), value, place)
  })
}

/**
 * `source path rule=parameter of property`; for comparisons also the other property's name in the message.
 */
export function issueText(
  issue: Pick<Place, 'source' | 'path' | 'property'> & { readonly rule: string; readonly param?: string },
  other = '',
): string {
  const { source, path, property, rule, param } = issue
  const told = param === undefined ? rule : `${rule}=${param}`
  return `${source} ${path} ${told} of ${property}${other === '' ? '' : `: ${other}`}`
}

/** Members are named by the source of their object. */
function brokenMembers(object: ObjectModel, value: unknown, place: Place): readonly string[] {
  const bound = memberFields(object, place.below)
  const naming = (field: FieldModel): Named => {
    const { key, format } = bound.find((one) => one.field === field) ?? { key: field.name, format: undefined }
    return { source: place.source, key, below: format === 'json' ? 'json' : place.below }
  }
  return brokenRules(object.fields, value, naming, place)
}

function placeBelow(place: Place, key: string | number): Place {
  return { ...place, path: `${place.path}.${key}`, property: `${place.property}.${key}` }
}

/** Nested objects at any depth, and the matching branch of a union. */
function brokenBelow(type: TypeModel, value: unknown, place: Place): readonly string[] {
  if (value === undefined || value === null) return []
  if (type.kind === 'object') return brokenMembers(type, value, place)
  if (type.kind === 'anyOf') {
    const one = typeFor(type.of, value)
    return one === undefined ? [] : brokenBelow(one, value, place)
  }
  if (type.kind === 'choice') {
    const choice = chooseBoundBranch(type.of, value)
    return 'branch' in choice ? brokenBelow(choice.branch, value, place) : []
  }
  if (type.kind === 'lists' && Array.isArray(value)) {
    const list = chooseBoundList(type.of, value)
    return list === undefined ? [] : brokenBelow(list, value, place)
  }
  if (type.kind === 'byMember') {
    const branch = branchOf(type, (member) => memberOf(value, member))
    return branch === undefined ? [] : brokenMembers(branch, value, place)
  }
  if (type.kind === 'union') {
    const branch = type.of.find(({ fields }) => {
      const kind = fields.find(({ name }) => name === type.discriminant)?.type
      return (
        kind?.kind === 'literals' && kind.values.some((one) => one === memberOf(value, type.discriminant))
      )
    })
    return branch === undefined ? [] : brokenMembers(branch, value, place)
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((one, i) => brokenBelow(nonNull(type.of), one, placeBelow(place, i)))
  }
  if (type.kind === 'tuple' && Array.isArray(value)) {
    return value.flatMap((one, i) => {
      const of = elementOf(type, i)
      return of === undefined ? [] : brokenBelow(nonNull(of), one, placeBelow(place, i))
    })
  }
  if (type.kind !== 'record') return []
  return Object.entries(value).flatMap(([key, one]) =>
    brokenBelow(nonNull(type.of), one, placeBelow(place, key)),
  )
}

/** The first failing rule is the only issue of a value; after `dive` each element has its own. */
function firstBroken(
  rules: readonly RuleModel[],
  value: unknown,
  type: TypeModel,
  place: Place,
  isOptional: boolean,
  around?: Around & { readonly naming: Naming },
): readonly string[] {
  const isThere = value !== undefined && value !== null
  const isEmpty = isEmptyValue(value, isOptional, type)
  for (const [i, { name, parameter }] of rules.entries()) {
    if (name === 'dive') return brokenElements(rules.slice(i + 1), value, type, place)
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
      const other = around?.fields.find((field) => name.endsWith('field') && field.name === told)
      const key = other === undefined ? '' : (around?.naming(other).key ?? '')
      return [issueText({ ...place, rule: name, ...(told === undefined ? {} : { param: told }) }, key)]
    }
  }
  return []
}

function brokenElements(
  rules: readonly RuleModel[],
  value: unknown,
  type: TypeModel,
  place: Place,
): readonly string[] {
  const list = nonNull(type)
  if (!Array.isArray(value) || list.kind !== 'list') return []
  return value.flatMap((element, i) => firstBroken(rules, element, list.of, placeBelow(place, i), false))
}
