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
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { and, type Condition, clause, or } from './condition.ts'

/** A value to check. */
export interface RuleValue {
  readonly type: FieldType
  /** The expression for the value; TypeScript narrows it. */
  readonly access: string
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
export interface CheckedObject {
  readonly type: ObjectType
  /** The variable of each property, by property name. */
  readonly locals: ReadonlyMap<string, string>
}

/** A part of a path: a name, or the variable with an index or a key. */
export type PathPart = { readonly name: string } | { readonly variable: string }

/** The facts that a presence test needs. */
export type Tested = Pick<RuleValue, 'type' | 'optional' | 'access'> &
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
    access: 'value',
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

export function expressionOf({ name }: Field, expressions: ReadonlyMap<string, string>): string {
  const expression = expressions.get(name)
  if (expression === undefined) throw new Error(`${name} is read by nothing`)
  return expression
}

/** `'items'`, or `['items', i]`: names and record keys may contain dots. */
export function pathText(path: readonly PathPart[]): string {
  const parts = path.map((part) => ('name' in part ? literal(part.name) : part.variable))
  const [first] = path
  return path.length === 1 && first && 'name' in first ? parts.join() : `[${parts.join(', ')}]`
}

/** The value cast for comparison with a plain one, where TypeScript would report that the two never overlap. */
export function comparable(value: Tested): string {
  const { type, access, optional, isNarrowed = false } = value
  const target = nonNull(type)
  if (target.kind !== 'literals' && target.kind !== 'template' && !isNarrowed) return access
  const values =
    target.kind === 'literals'
      ? target.values.map((one) => typeof one)
      : [plainTypes[targetOf(type)] ?? 'unknown']
  const absent = [...(optional ? ['undefined'] : []), ...(type.kind === 'nullable' ? ['null'] : [])]
  return `(${access} as ${[...new Set(values), ...absent].join(' | ')})`
}

/** {@link comparable} for another property: values of two brands never overlap either. */
export function comparableToOther(value: Tested): string {
  return comparable(isBranded(value) ? { ...value, isNarrowed: true } : value)
}

export function isBranded({ type }: Tested): boolean {
  return brandOf(nonNull(type)) !== undefined
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  float: 'number',
  bigint: 'bigint',
  boolean: 'boolean',
}

/** Whether a value may be `undefined` or `null`. */
export function mayBeAbsent({ type, optional, isFound = false }: Tested): boolean {
  return optional || type.kind === 'nullable' || (holdsNull(type) && !isFound)
}

export function isPresent({ type, optional, access }: Tested): Condition {
  return and(
    optional ? clause(`${access} !== undefined`) : true,
    holdsNull(type) ? clause(`${access} !== null`) : true,
  )
}

export function isAbsent({ type, optional, access }: Tested): Condition {
  return or(
    optional ? clause(`${access} === undefined`) : false,
    holdsNull(type) ? clause(`${access} === null`) : false,
  )
}

/**
 * Whether `required` refuses a value: an absent one where absence is possible, else Go's zero value. Present lists,
 * records and objects are never empty.
 */
export function isEmpty(value: Tested): Condition {
  return mayBeAbsent(value) ? isAbsent(value) : isZero(value, '===')
}

export function isNotEmpty(value: Tested): Condition {
  return mayBeAbsent(value) ? isPresent(value) : isZero(value, '!==')
}

function isZero(value: Tested, operator: '===' | '!=='): Condition {
  if (value.isFound) return operator === '!=='
  const join = operator === '===' ? or : and
  if (isKindUnion(value.type))
    return join(...kindTypes(value.type).map((type) => isZeroOfUnion({ ...value, type }, operator)))
  const literals = nonNull(value.type)
  if (literals.kind === 'literals') {
    const empty = literals.values.filter((one) => !one)
    return join(...empty.map((one) => clause(`${comparable(value)} ${operator} ${literal(one)}`)))
  }
  const zero = zeros[targetOf(value.type)]
  if (zero === undefined) return operator === '!=='
  if (targetOf(value.type) === 'date') return clause(`${value.access}.getTime() ${operator} ${zero}`)
  return clause(`${comparable(value)} ${operator} ${zero}`)
}

/** Tests for a date before its time is read; other kinds are compared as usual. */
function isZeroOfUnion(value: Tested, operator: '===' | '!=='): Condition {
  const zero = isZero(value, operator)
  if (!isDate(value.type)) return zero
  const test = `${value.access} instanceof Date`
  return operator === '===' ? and(clause(test), zero) : or(clause(`!(${test})`), zero)
}

const zeros: Readonly<Record<string, string>> = {
  string: "''",
  integer: '0',
  float: '0',
  bigint: '0n',
  boolean: 'false',
  // Go's zero time, 1 January of the year 1.
  date: '-62_135_596_800_000',
}

/** The type of a record's entries for a user's function with branded keys, which `Object.entries` loses. */
export function entriesType(
  brand: string | undefined,
  { access, rules }: RuleValue,
  scope: ModuleScope,
): string {
  const isAsked =
    rules?.keys !== undefined && rulesOf(rules.keys).some(({ parameter }) => parameter.kind === 'own')
  if (brand === undefined || !isAsked) return ''
  const key = scope.useBrand(brand)
  return ` as [${key}, (typeof ${access})[${key}]][]`
}
