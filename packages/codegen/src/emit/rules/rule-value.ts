import { type Field, mayBeUndefined, type ObjectType } from '../../model/dto.ts'
import {
  brandOf,
  type FieldType,
  holdsNull,
  isKindUnion,
  kindTypes,
  nonNull,
} from '../../model/field-type.ts'
import { type Rules, rulesOf } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { isDate } from '../../model/value-kind.ts'
import { kindNames, kindsOf } from '../scalars.ts'
import { type Code, code, type Name } from '../text/code.ts'
import { and, type Condition, operators, or } from '../text/condition.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** A value to check. */
export interface RuleValue {
  readonly type: FieldType
  /** The expression for the value; TypeScript narrows it. */
  readonly access: Code
  /** Whether it may be `undefined`. */
  readonly optional: boolean
  /** Whether only a mapped type makes it optional: a present value is checked as declared. */
  readonly madeOptional: boolean
  /** Whether it is known to be present although its type allows absence: then even its zero value is not empty. */
  readonly isFound: boolean
  readonly rules: Rules | undefined
  readonly path: readonly PathPart[]
  /** The number of lists and records around it, for variable names. */
  readonly depth: number
  /** Whether an earlier comparison made TypeScript narrow it to a few values. */
  readonly isNarrowed: boolean
  /** The object with the property that is or contains the value; `undefined` for a whole body. */
  readonly owner: CheckedObject | undefined
}

/** An object to check, its properties in variables. */
interface CheckedObject {
  readonly type: ObjectType
  /** The variable of each property, by property name. */
  readonly locals: ReadonlyMap<string, Name>
}

/** A part of a path: a name, or the variable with an index or a key. */
type PathPart = { readonly name: string } | { readonly variable: Code }

/** The facts that a presence test needs. */
export type PresenceFacts = Pick<RuleValue, 'type' | 'optional' | 'access'> &
  Partial<Pick<RuleValue, 'isNarrowed' | 'isFound'>>

/** The value of a property of the checked object. */
export function fieldValue(field: Field, owner: CheckedObject): RuleValue {
  const { name, type, rules } = field
  const isNarrowed = comparesOften(rules)
  return {
    type,
    optional: mayBeUndefined(field),
    madeOptional: field.madeOptional,
    isFound: false,
    rules,
    isNarrowed,
    access: expressionOf(field, owner.locals),
    path: [{ name }],
    depth: 0,
    owner,
  }
}

/** A whole body. */
export function bodyValue({ type, rules }: Field): RuleValue {
  return {
    type,
    optional: false,
    madeOptional: false,
    isFound: false,
    rules,
    isNarrowed: comparesOften(rules),
    access: code`value`,
    path: [],
    depth: 0,
    owner: undefined,
  }
}

/** Whether two rules compare the value with a constant, so that TypeScript narrows it after the first. */
export function comparesOften(rules: Rules | undefined): boolean {
  const found = rules === undefined ? [] : rulesOf(rules)
  return found.filter(({ name }) => /^(?:required|eq|ne|len|oneof|noneof)$/.test(name)).length > 1
}

export function expressionOf({ name }: Field, expressions: ReadonlyMap<string, Name>): Name {
  const expression = expressions.get(name)
  if (expression === undefined) throw new Error(`${name} is read by nothing`)
  return expression
}

/** `'items'`, or `['items', i]`: names and record keys may contain dots. */
export function pathText(path: readonly PathPart[]): Code {
  const [first, ...others] = path
  if (first && 'name' in first && others.length === 0) return code`${first.name}`
  return code`[${path.map((part) => ('name' in part ? part.name : part.variable))}]`
}

/** The value cast for comparison with a plain one, where TypeScript would report that the two never overlap. */
export function comparable(value: PresenceFacts): Code {
  const { type, access, optional, isNarrowed = false } = value
  const target = nonNull(type)
  if (target.kind !== 'literals' && target.kind !== 'template' && !isNarrowed) return access
  const values =
    target.kind === 'literals' ? kindsOf(target.values) : [plainTypes[targetOf(type)] ?? code`unknown`]
  const absent = [...(optional ? [code`undefined`] : []), ...(type.kind === 'nullable' ? [code`null`] : [])]
  return code`(${access} as ${code.union([...values, ...absent])})`
}

/** {@link comparable} for another property: values of two brands never overlap either. */
export function comparableToOther(value: PresenceFacts): Code {
  return comparable(isBranded(value) ? { ...value, isNarrowed: true } : value)
}

export function isBranded({ type }: PresenceFacts): boolean {
  return brandOf(nonNull(type)) !== undefined
}

const plainTypes: Readonly<Record<string, Code>> = {
  string: kindNames.string,
  integer: kindNames.number,
  float: kindNames.number,
  bigint: kindNames.bigint,
  boolean: kindNames.boolean,
}

/** Whether a value may be `undefined` or `null`. */
export function mayBeAbsent({ type, optional, isFound = false }: PresenceFacts): boolean {
  return optional || type.kind === 'nullable' || (holdsNull(type) && !isFound)
}

export function isPresent({ type, optional, access }: PresenceFacts): Condition {
  return and(
    optional ? code`${access} !== undefined` : true,
    holdsNull(type) ? code`${access} !== null` : true,
  )
}

export function isAbsent({ type, optional, access }: PresenceFacts): Condition {
  return or(
    optional ? code`${access} === undefined` : false,
    holdsNull(type) ? code`${access} === null` : false,
  )
}

/**
 * Whether `required` refuses a value: an absent one where absence is possible, else Go's zero value. Present lists,
 * records and objects are never empty.
 */
export function isEmpty(value: PresenceFacts): Condition {
  return mayBeAbsent(value) ? isAbsent(value) : isZero(value, '===')
}

export function isNotEmpty(value: PresenceFacts): Condition {
  return mayBeAbsent(value) ? isPresent(value) : isZero(value, '!==')
}

function isZero(value: PresenceFacts, operator: '===' | '!=='): Condition {
  if (value.isFound) return operator === '!=='
  const join = operator === '===' ? or : and
  if (isKindUnion(value.type))
    return join(...kindTypes(value.type).map((type) => isZeroOfUnion({ ...value, type }, operator)))
  const literals = nonNull(value.type)
  if (literals.kind === 'literals') {
    const empty = literals.values.filter((one) => !one)
    return join(...empty.map((one) => code`${comparable(value)} ${operators[operator]} ${one}`))
  }
  const zero = zeros[targetOf(value.type)]
  if (zero === undefined) return operator === '!=='
  if (targetOf(value.type) === 'date') return code`${value.access}.getTime() ${operators[operator]} ${zero}`
  return code`${comparable(value)} ${operators[operator]} ${zero}`
}

/** Tests for a date before its time is read; other kinds are compared as usual. */
function isZeroOfUnion(value: PresenceFacts, operator: '===' | '!=='): Condition {
  const zero = isZero(value, operator)
  if (!isDate(value.type)) return zero
  const test = code`${value.access} instanceof Date`
  return operator === '===' ? and(test, zero) : or(code`!(${test})`, zero)
}

const zeros: Readonly<Record<string, Code>> = {
  string: code`''`,
  integer: code`0`,
  float: code`0`,
  bigint: code`0n`,
  boolean: code`false`,
  // Go's zero time, 1 January of the year 1.
  date: code`-62_135_596_800_000`,
}

/** The type of a record's entries for a user's function with branded keys, which `Object.entries` loses. */
export function entriesType(
  brand: string | undefined,
  { access, rules }: RuleValue,
  scope: ModuleScope,
): Code {
  const isAsked =
    rules?.keys !== undefined && rulesOf(rules.keys).some(({ parameter }) => parameter.kind === 'own')
  if (brand === undefined || !isAsked) return code``
  const key = scope.type(brand)
  return code` as [${key}, (typeof ${access})[${key}]][]`
}
