import { memberOf } from './check-siblings.ts'
import {
  elementOf,
  type FieldModel,
  hasKey,
  type ListModel,
  nonNull,
  type ObjectBranch,
  type ObjectModel,
  type TupleModel,
  type TypeModel,
} from './model.ts'
import { OpenPoint } from './outcome.ts'
import { bigInRange, inRange, isBig } from './read-scalar.ts'
import { isSameLiteral, kindOfValue, typeFor } from './union-kinds.ts'
import { defaultOf } from './zero-value.ts'

/** An object to match against a union: a sent one, or one already bound. */
export interface Seen {
  readonly keys: readonly string[]
  readonly valueOf: (key: string) => unknown
  /** The members of a branch under the names used here. */
  readonly membersOf: (branch: ObjectModel) => readonly SeenMember[]
  /** Whether a scalar can be read. */
  readonly isReadable: (type: TypeModel, value: unknown) => boolean
}

export interface SeenMember {
  readonly field: FieldModel
  readonly key: string
  /** Whether its absence is an issue. */
  readonly isRequired: boolean
}

/** The branch to read, or the discriminants whose value no branch accepts. */
export type Choice = { readonly branch: ObjectBranch } | { readonly refused: readonly string[] }

/** API.md section 4, rule 13, sentence by sentence. */
export function chooseBranch(branches: readonly ObjectBranch[], seen: Seen): Choice {
  const wrongIn = (branch: ObjectBranch): readonly string[] =>
    literalKeys(branch, seen, false).filter((key) => isDeclaredBeside(branch, key, branches, seen))
  const left = branches.filter((branch) => wrongIn(branch).length === 0)
  const most = Math.max(0, ...left.map((branch) => countDeclared(branch, seen)))
  if (left.length < branches.length && most === 0) {
    const wrong = [...new Set(branches.flatMap(wrongIn))]
    const accepted = new Set(branches.flatMap((branch) => literalKeys(branch, seen, true)))
    const inNone = wrong.filter((key) => !accepted.has(key))
    // Each value may be right for one branch, and all of them for none.
    return { refused: inNone.length > 0 ? inNone : wrong }
  }
  const equals = left.filter((branch) => countDeclared(branch, seen) === most)
  const branch = equals.find((one) => isFitting(one, seen)) ?? equals[0]
  if (branch === undefined) throw new Error('a union without types')
  return { branch }
}

/** The branches that bound objects were read as: what was dropped may leave one that another branch fits as well. */
const readAs = new WeakMap<object, ObjectBranch>()

export function noteBranch(value: unknown, branch: ObjectBranch): void {
  if (typeof value === 'object' && value !== null) readAs.set(value, branch)
}

/** {@link chooseBranch} for a bound value. */
export function chooseBoundBranch(branches: readonly ObjectBranch[], value: unknown): Choice {
  const noted = readAs.get(Object(value))
  // Only their values distinguish maps.
  const isOnly = noted?.kind === 'object' || branches.filter(({ kind }) => kind === 'record').length === 1
  if (noted !== undefined && isOnly && branches.includes(noted)) return { branch: noted }
  return chooseBranch(branches, seenValue(value))
}

/** A literal excludes a branch only where another branch declares the member, too. */
function isDeclaredBeside(
  branch: ObjectBranch,
  key: string,
  branches: readonly ObjectBranch[],
  seen: Seen,
): boolean {
  return branches.some(
    (one) =>
      one !== branch &&
      ((one.kind === 'record' && hasKey(one, key)) ||
        (one.kind === 'object' &&
          (one.index !== undefined || membersOf(one, seen).some((member) => member.key === key)))),
  )
}

/** The literal members of a branch that were sent with a value of it, or with another one. */
function literalKeys(branch: ObjectBranch, seen: Seen, areRight: boolean): readonly string[] {
  return membersOf(branch, seen).flatMap(({ field, key }) => {
    if (!isLiteral(field.type) || !isSent(field, seen.valueOf(key))) return []
    return fits(field.type, seen.valueOf(key), seen) === areRight ? [key] : []
  })
}

/** Literals of several kinds are literals, and `boolean` counts as two of them beside others. */
function isLiteral(type: TypeModel): boolean {
  const of = nonNull(type)
  if (of.kind !== 'anyOf') return of.kind === 'literals'
  const isEnum = of.of.some((one) => one.kind === 'literals' && one.enumName !== undefined)
  return of.of.every(
    (one) => one.kind === 'literals' || (one.kind === 'scalar' && one.scalar === 'boolean' && !isEnum),
  )
}

/** `null` for an optional member counts as absent. */
function isSent(field: FieldModel, value: unknown): boolean {
  const { optional, type, rules = [] } = field
  const mayLack = optional || defaultOf(field) !== undefined
  const isAsked =
    value === null && mayLack && takesNull(type) && rules.some(({ name }) => name === 'required')
  if (isAsked) throw new OpenPoint('whether null counts as sent where a rule requires a value')
  return value !== undefined && !(value === null && optional && !takesNull(type))
}

function takesNull(type: TypeModel): boolean {
  return type.kind === 'nullable'
}

/** The number of sent members that a branch declares; a record declares every key, or those that are numbers. */
function countDeclared(branch: ObjectBranch, seen: Seen): number {
  if (branch.kind === 'record')
    return seen.keys.filter((key) => seen.valueOf(key) !== undefined && hasKey(branch, key)).length
  return membersOf(branch, seen).filter(({ field, key }) => isSent(field, seen.valueOf(key))).length
}

/** Its required members are present and its scalars readable; lists and objects count by their kind. */
function isFitting(branch: ObjectBranch, seen: Seen): boolean {
  if (branch.kind === 'record')
    return seen.keys.every((key) => hasKey(branch, key) && fits(branch.of, seen.valueOf(key), seen))
  return membersOf(branch, seen).every(({ field, key, isRequired }) => {
    const value = seen.valueOf(key)
    return isSent(field, value) ? fits(field.type, value, seen) : !isRequired
  })
}

function fits(type: TypeModel, value: unknown, seen: Seen): boolean {
  switch (type.kind) {
    case 'nullable':
      return value === null || fits(type.of, value, seen)
    case 'anyOf': {
      const one = typeFor(type.of, value)
      return one !== undefined && fits(one, value, seen)
    }
    case 'list':
    case 'tuple':
    case 'lists':
      return Array.isArray(value)
    case 'object':
    case 'record':
    case 'union':
    case 'byMember':
    case 'choice':
      return kindOfValue(value) === 'object'
    default:
      return seen.isReadable(type, value)
  }
}

function membersOf(branch: ObjectBranch, seen: Seen): readonly SeenMember[] {
  return branch.kind === 'record' ? [] : seen.membersOf(branch)
}

/** For a bound value, by its property names. */
export function seenValue(value: unknown): Seen {
  return {
    keys: Object.keys(Object(value)),
    valueOf: (key) => memberOf(value, key),
    membersOf: ({ fields }) =>
      fields.map((field) => ({ field, key: field.name, isRequired: !field.optional })),
    isReadable: isOf,
  }
}

/** Whether a bound value has a type. */
function isOf(type: TypeModel, value: unknown): boolean {
  switch (type.kind) {
    case 'nullable':
      return value === null || isOf(type.of, value)
    case 'literals':
      return type.values.some((one) => one === value)
    case 'bytes':
      return value instanceof Uint8Array
    case 'class':
      return kindOfValue(value) === 'object' && !isPlainObject(value)
    case 'scalar':
      if (type.scalar === 'Date') return value instanceof Date
      if (type.scalar === 'string' || type.scalar === 'boolean') return typeof value === type.scalar
      if (isBig(type.scalar)) return typeof value === 'bigint' && bigInRange(type.scalar, value) !== undefined
      return typeof value === 'number' && inRange(type.scalar, value) !== undefined
    default:
      throw new Error(`${type.kind} is not a scalar`)
  }
}

function isPlainObject(value: unknown): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

type AnyList = ListModel | TupleModel

/** Lists of a union are discriminated by their length and the kinds of their elements; a literal counts by its value. */
export function chooseList(lists: readonly AnyList[], value: readonly unknown[]): AnyList | undefined {
  return listWithMost(lists, value, isSentKind)
}

/** The same for a bound value. */
export function chooseBoundList(lists: readonly AnyList[], value: readonly unknown[]): AnyList | undefined {
  const seen = seenValue({})
  return listWithMost(lists, value, (type, one) => fits(type, one, seen))
}

function listWithMost(
  lists: readonly AnyList[],
  value: readonly unknown[],
  isElement: (type: TypeModel, value: unknown) => boolean,
): AnyList | undefined {
  const long = lists.filter((list) => isLong(list, value.length))
  const counts = long.map((list) => {
    const fitting = value.filter((one, i) => {
      const type = elementAt(list, i)
      return type !== undefined && isElement(type, one)
    })
    return fitting.length
  })
  return long[counts.indexOf(Math.max(...counts))]
}

function isLong(list: AnyList, length: number): boolean {
  if (list.kind === 'list') return true
  const { of, rest, required = of.length } = list
  return length >= required && (rest !== undefined || length <= of.length)
}

function elementAt(list: AnyList, index: number): TypeModel | undefined {
  return list.kind === 'list' ? list.of : elementOf(list, index)
}

function isSentKind(type: TypeModel, value: unknown): boolean {
  if (value === null) return takesNull(type)
  const of = nonNull(type)
  const one = typeFor(of.kind === 'anyOf' ? of.of : [of], value)
  // An instance arrives as text.
  if (value instanceof Map && one?.kind === 'class') return false
  if (value instanceof Date) return one?.kind === 'scalar' && one.scalar === 'Date'
  if (value instanceof Uint8Array) return one?.kind === 'bytes'
  if (one?.kind === 'literals') return one.values.some((literal) => isSameLiteral(literal, value))
  return one !== undefined
}
