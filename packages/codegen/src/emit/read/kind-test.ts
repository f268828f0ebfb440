import { byKind } from '../../model/by-kind.ts'
import {
  isAnyText,
  type KindUnion,
  kindTypes,
  type LiteralValue,
  type PresentType,
} from '../../model/field-type.ts'
import { type BoundKind, isDate, kindOf, type ListKind, type ValueKind } from '../../model/value-kind.ts'
import { type Place, presentAccess } from '../emit-types.ts'
import { and, type Condition, clause, or } from '../rules/condition.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/**
 * The test of a decoded value for the kind of one union member. `isObject` is the caller's expression for the object test.
 */
export function decodedTest(member: PresentType, union: KindUnion, value: string, isObject: string): string {
  switch (kindOf(member)) {
    case 'string': {
      const isText = `typeof ${value} === 'string'`
      // Binary formats decode dates and bytes to these classes.
      const own = isDate(member) ? 'Date' : member.kind === 'bytes' ? 'Uint8Array' : undefined
      if (own === undefined) return isText
      const isOwn = `${value} instanceof ${own}`
      return kindTypes(union).some(isAnyText) ? isOwn : `${isText} || ${isOwn}`
    }
    case 'number':
      return `typeof ${value} === 'number' || typeof ${value} === 'bigint'`
    case 'boolean':
      return `typeof ${value} === 'boolean'`
    case 'array':
      return `Array.isArray(${value})`
    case 'object':
      return isObject
  }
}

/** The test for one union member, in a form that TypeScript narrows by. `others` are the other candidates. */
export function valueTest(
  member: PresentType,
  others: readonly PresentType[],
  value: string,
  scope: ModuleScope,
): Condition {
  switch (kindOf(member)) {
    case 'string':
      if (isDate(member)) return clause(`${value} instanceof Date`)
      if (member.kind === 'bytes') return clause(`${value} instanceof Uint8Array`)
      if (member.kind === 'class') break
      return clause(`typeof ${value} === 'string'`)
    case 'number':
      return or(...numberTypes(member).map((type) => clause(`typeof ${value} === '${type}'`)))
    case 'boolean':
      return clause(`typeof ${value} === 'boolean'`)
    case 'array':
      return clause(`${scope.use('isList')}(${value})`)
    case 'object':
      break
  }
  return and(
    clause(`typeof ${value} === 'object'`),
    others.some((one) => kindOf(one) === 'array') ? clause(`!${scope.use('isList')}(${value})`) : true,
    others.some(isDate) ? clause(`!(${value} instanceof Date)`) : true,
    others.some(({ kind }) => kind === 'bytes') ? clause(`!(${value} instanceof Uint8Array)`) : true,
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
  if (!isExtracted(member)) return place
  const access = ofKindText(presentAccess(place), kindOf(member))
  return { ...place, access, isPresent: true, shown: place.shown ?? place.access }
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

/** Extracts the part of a kind from a type without `null`, written as `text`. */
export function ofKindText(text: string, kind: ValueKind): string {
  switch (kind) {
    case 'string':
      return `Extract<${text}, string | Date>`
    case 'number':
      return `Extract<${text}, number | bigint>`
    case 'boolean':
      return `Extract<${text}, boolean>`
    case 'array':
      return `Extract<${text}, readonly unknown[]>`
    case 'object':
      // To TypeScript a branded string is an object too.
      return `Exclude<${text}, string | number | bigint | boolean | Date | Uint8Array | readonly unknown[]>`
  }
}

/** Extracts the lists of a kind from a union written as `text`. */
export function listText(
  text: string,
  { items, required, rest, literals }: ListKind,
  scope: ModuleScope,
): string {
  if (literals !== undefined) {
    const before = 'unknown, '.repeat(literals.index)
    return `Extract<${text}, readonly [${before}${literals.values.map(literal).join(' | ')}, ...unknown[]]>`
  }
  const elements = items.map((kinds, i) => `${kindsText(kinds)}${i < required ? '' : '?'}`)
  const others = rest === undefined ? [] : [`...${kindsText(rest)}[]`]
  return `${scope.useIfWritten('ListOf')}<${text}, [${[...elements, ...others].join(', ')}]>`
}

/** Kinds as the types of the runtime name them. */
export function kindsText(kinds: readonly BoundKind[]): string {
  const text = kinds.map(literal).join(' | ') || 'never'
  return kinds.length > 1 ? `(${text})` : text
}

/** The type of a union's map with values of some kinds; `text` is the union. */
export function mapText(text: string, kinds: readonly BoundKind[], scope: ModuleScope): string {
  return `${scope.useIfWritten('MapOf')}<${text}, ${kindsText(kinds)}>`
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
export function noneOf(union: KindUnion, scope: ModuleScope): string {
  const members = kindTypes(union)
  const hasText = members.some(isAnyText)
  const others = members.filter((one) => !hasText || isAnyText(one) || kindOf(one) !== 'string')
  return `${scope.use('noneOf')}(${others.flatMap(issueKinds).map(literal).join(', ')})`
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
