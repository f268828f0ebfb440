import { byKind } from '../../model/by-kind.ts'
import {
  isAnyText,
  type KindUnion,
  kindTypes,
  type LiteralValue,
  type PresentType,
} from '../../model/field-type.ts'
import { type BoundKind, isDate, kindOf, type ListKind, type ValueKind } from '../../model/value-kind.ts'
import { type Code, code } from '../text/code.ts'
import { and, type Condition, or } from '../text/condition.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { type Place, presentAccess } from '../type-place.ts'

/**
 * The test of a decoded value for the kind of one union member. `isObject` is the caller's expression for the object test.
 */
export function decodedTest(
  member: PresentType,
  union: KindUnion,
  value: Code,
  isObject: Condition,
): Condition {
  switch (kindOf(member)) {
    case 'string': {
      const isText = code`typeof ${value} === 'string'`
      // Binary formats decode dates and bytes to these classes.
      const own = isDate(member) ? code`Date` : member.kind === 'bytes' ? code`Uint8Array` : undefined
      if (own === undefined) return isText
      const isOwn = code`${value} instanceof ${own}`
      return kindTypes(union).some(isAnyText) ? isOwn : or(isText, isOwn)
    }
    case 'number':
      return or(code`typeof ${value} === 'number'`, code`typeof ${value} === 'bigint'`)
    case 'boolean':
      return code`typeof ${value} === 'boolean'`
    case 'array':
      return code`Array.isArray(${value})`
    case 'object':
      return isObject
  }
}

/** The test for one union member, in a form that TypeScript narrows by. `others` are the other candidates. */
export function valueTest(
  member: PresentType,
  others: readonly PresentType[],
  value: Code,
  scope: ModuleScope,
): Condition {
  switch (kindOf(member)) {
    case 'string':
      if (isDate(member)) return code`${value} instanceof Date`
      if (member.kind === 'bytes') return code`${value} instanceof Uint8Array`
      if (member.kind === 'class') break
      return code`typeof ${value} === 'string'`
    case 'number':
      return or(...numberTypes(member).map((type) => code`typeof ${value} === ${type}`))
    case 'boolean':
      return code`typeof ${value} === 'boolean'`
    case 'array':
      return code`${scope.use('isList')}(${value})`
    case 'object':
      break
  }
  return and(
    code`typeof ${value} === 'object'`,
    others.some((one) => kindOf(one) === 'array') ? code`!${scope.use('isList')}(${value})` : true,
    others.some(isDate) ? code`!(${value} instanceof Date)` : true,
    others.some(({ kind }) => kind === 'bytes') ? code`!(${value} instanceof Uint8Array)` : true,
  )
}

function numberTypes(type: PresentType): readonly string[] {
  if (type.kind === 'literals') return [...new Set(type.values.map((value) => typeof value))]
  if (type.kind === 'scalar' && type.scalar === 'number | bigint') return ['number', 'bigint']
  const isBig = type.kind === 'scalar' && ['bigint', 'int64', 'uint64'].includes(type.scalar)
  return [isBig ? 'bigint' : 'number']
}

/** The type expression for the member of a union; a named object is written by its name. */
export function memberPlace<P extends Place>(place: P, member: PresentType): P {
  return isExtracted(member) ? extracted(place, ofKindText(presentAccess(place), kindOf(member))) : place
}

/** The place of a part of a union; messages show the whole. */
export function extracted<P extends Place>(place: P, access: Code): P {
  return { ...place, isElement: false, access, isPresent: true }
}

const isExtracted: (member: PresentType) => boolean = byKind({
  literals: true,
  template: true,
  list: true,
  tuple: true,
  record: true,
  union: true,
  scalar: false,
  object: false,
  recursive: false,
  class: false,
  bytes: false,
  file: false,
  unknown: false,
})

/** Extracts the part of a kind from a type without `null`. */
export function ofKindText(type: Code, kind: ValueKind): Code {
  switch (kind) {
    case 'string':
      return code`Extract<${code.types([type, code`string | Date`])}>`
    case 'number':
      return code`Extract<${code.types([type, code`number | bigint`])}>`
    case 'boolean':
      return code`Extract<${code.types([type, code`boolean`])}>`
    case 'array':
      return code`Extract<${code.types([type, code`readonly unknown[]`])}>`
    case 'object':
      // To TypeScript a branded string is an object too.
      return code`Exclude<${code.types([type, code`string | number | bigint | boolean | Date | Uint8Array | readonly unknown[]`])}>`
  }
}

/** Extracts the lists of a kind from a union. */
export function listText(
  type: Code,
  { items, required, rest, literals }: ListKind,
  scope: ModuleScope,
): Code {
  if (literals !== undefined) {
    const before = Array.from({ length: literals.index }, () => code`unknown`)
    const list = [...before, code.union(literals.values), code`...unknown[]`]
    return code`Extract<${code.types([type, code`readonly [${list}]`])}>`
  }
  const elements = items.map((kinds, i) => (i < required ? kindsText(kinds) : code`${kindsText(kinds)}?`))
  const others = rest === undefined ? [] : [code`...${kindsText(rest)}[]`]
  return code`${scope.use('ListOf')}<${code.types([type, code`[${[...elements, ...others]}]`])}>`
}

/** Kinds as the types of the runtime name them. */
export function kindsText(kinds: readonly BoundKind[]): Code {
  if (kinds.length === 0) return code`never`
  return kinds.length > 1 ? code`(${code.union(kinds)})` : code.union(kinds)
}

/** The type of a union's map with values of some kinds. */
export function mapText(type: Code, kinds: readonly BoundKind[], scope: ModuleScope): Code {
  return code`${scope.use('MapOf')}<${code.types([type, kindsText(kinds)])}>`
}

/** Whether the kind alone proves that a decoded value has the type. */
export function isKnownByKind(type: PresentType): boolean {
  return (
    type.kind === 'scalar' &&
    type.brand === undefined &&
    (type.scalar === 'string' || type.scalar === 'boolean')
  )
}

/** The issue of a value whose kind no union member has: `noneOf('"auto"', 'number')`. */
export function noneOf(union: KindUnion, scope: ModuleScope): Code {
  const members = kindTypes(union)
  const hasText = members.some(isAnyText)
  const others = members.filter((one) => !hasText || isAnyText(one) || kindOf(one) !== 'string')
  return code`${scope.use('noneOf')}(${others.flatMap(issueKinds)})`
}

/** The kinds of a union member as issues name them: a literal is its JSON, a class its name. */
function issueKinds(member: PresentType): readonly string[] {
  if (member.kind === 'literals') return member.values.map(shownLiteral)
  if (member.kind === 'unknown') return ['object', 'array']
  const kind = kindOf(member)
  if (kind === 'boolean') return ['true', 'false']
  if (kind !== 'string') return [kind]
  if (member.kind === 'bytes') return ['bytes']
  if (member.kind === 'class') return [member.name]
  return [isDate(member) ? 'date' : 'string']
}

/** The form of a literal in issues. */
function shownLiteral(value: LiteralValue): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
