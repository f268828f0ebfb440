import { type Field, mayBeUndefined, type ObjectType } from '../model/dto.ts'
import { brandOf, type FieldType, nonNull } from '../model/field-type.ts'
import { type Rules, rulesOf } from '../model/rule.ts'
import { targetOf } from '../model/rule-target.ts'
import { isDate } from '../model/value-kind.ts'
import { and, type Condition, clause, or } from './condition.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** A value that is checked. */
export interface RuleValue {
  readonly type: FieldType
  /** The expression that is the value; TypeScript narrows it. */
  readonly access: string
  /** Whether it may be `undefined`. */
  readonly optional: boolean
  /** Whether it may be so only in a mapped type: what is there is checked as it is declared. */
  readonly madeOptional: boolean
  /** Whether its type lets it be absent, and it is known to be there: then it is not empty, zero or not. */
  readonly isFound: boolean
  readonly rules: Rules | undefined
  readonly path: readonly PathPart[]
  /** How deep in lists and records it is, for the names of variables. */
  readonly depth: number
  /** Whether an earlier comparison makes TypeScript think that the value is one of a few. */
  readonly isNarrowed: boolean
  /** The object that the value, or the list around it, is a property of. */
  readonly owner: CheckedObject
}

/** An object that is checked, its properties in variables. */
export interface CheckedObject {
  readonly type: ObjectType
  /** The variable of each property, by the property's name. */
  readonly locals: ReadonlyMap<string, string>
  /** What a rule of another property reads each of them by. */
  readonly siblings: ReadonlyMap<string, string>
}

/** A part of a path: a name, or the variable that holds an index or a key. */
export type PathPart = { readonly name: string } | { readonly variable: string }

/** What must be known of a value to ask whether it is there. */
export type Tested = Pick<RuleValue, 'type' | 'optional' | 'access'> &
  Partial<Pick<RuleValue, 'isNarrowed' | 'isFound'>>

/** The value of a property of the object that is checked. */
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

/** Whether two rules compare the value with a constant, so that the first tells TypeScript what the second finds. */
export function comparesOften(rules: Rules | undefined): boolean {
  const found = rules === undefined ? [] : rulesOf(rules)
  return found.filter(({ name }) => /^(?:required|eq|ne|len|oneof|noneof)$/.test(name)).length > 1
}

export function expressionOf({ name }: Field, expressions: ReadonlyMap<string, string>): string {
  const expression = expressions.get(name)
  if (expression === undefined) throw new Error(`${name} is read by nothing`)
  return expression
}

/** `'items'`, or `['items', i]`: a name, or the key of a record, may have dots. */
export function pathText(path: readonly PathPart[]): string {
  const parts = path.map((part) => ('name' in part ? literal(part.name) : part.variable))
  return parts.length === 1 ? parts.join() : `[${parts.join(', ')}]`
}

/** The value as TypeScript compares it with a plain one, where it would say that the two can never be equal. */
export function comparable(value: Tested): string {
  const { type, access, optional, isNarrowed = false } = value
  const target = nonNull(type)
  if (target.kind !== 'literals' && !isNarrowed) return access
  const values =
    target.kind === 'literals'
      ? target.values.map((one) => typeof one)
      : [plainTypes[targetOf(type)] ?? 'unknown']
  const absent = [...(optional ? ['undefined'] : []), ...(type.kind === 'nullable' ? ['null'] : [])]
  return `(${access} as ${[...new Set(values), ...absent].join(' | ')})`
}

/** The same to compare it with another property: values of two brands can never be equal either. */
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
export function mayBeAbsent({ type, optional }: Tested): boolean {
  return optional || type.kind === 'nullable'
}

export function isPresent({ type, optional, access }: Tested): Condition {
  return and(
    optional ? clause(`${access} !== undefined`) : true,
    type.kind === 'nullable' ? clause(`${access} !== null`) : true,
  )
}

export function isAbsent({ type, optional, access }: Tested): Condition {
  return or(
    optional ? clause(`${access} === undefined`) : false,
    type.kind === 'nullable' ? clause(`${access} === null`) : false,
  )
}

/**
 * Whether a value is what `required` refuses: absent where it may be, else Go's zero value. Lists, records and objects
 * that are there are never empty.
 */
export function isEmpty(value: Tested): Condition {
  return mayBeAbsent(value) ? isAbsent(value) : isZero(value, '===')
}

export function isNotEmpty(value: Tested): Condition {
  return mayBeAbsent(value) ? isPresent(value) : isZero(value, '!==')
}

function isZero(value: Tested, operator: '===' | '!=='): Condition {
  if (value.isFound) return operator === '!=='
  if (value.type.kind === 'anyOf') {
    const each = value.type.members.map((type) => isZeroOfUnion({ ...value, type }, operator))
    return operator === '===' ? or(...each) : and(...each)
  }
  const zero = zeros[targetOf(value.type)]
  if (zero === undefined) return operator === '!=='
  if (targetOf(value.type) === 'date') return clause(`${value.access}.getTime() ${operator} ${zero}`)
  return clause(`${comparable(value)} ${operator} ${zero}`)
}

/** What is no date has no time; values of other kinds are just not equal. */
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

/** The type of a record's entries where a function of the user takes keys with a brand, which `Object.entries` knows nothing of. */
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
