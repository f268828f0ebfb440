import type { FieldType, LiteralValue, PresentType } from '../model/field-type.ts'
import { isDate, kindOf, type ValueKind } from '../model/value-kind.ts'
import { and, type Condition, clause, or } from './condition.ts'
import type { Place } from './emit-types.ts'
import type { ModuleScope } from './module-scope.ts'

/**
 * Whether a decoded value is of the kind that one type of a union has. `isObject` is the expression for an object, which
 * readers and takers ask for in ways of their own.
 */
export function decodedTest(member: PresentType, value: string, isObject: string): string {
  switch (kindOf(member)) {
    case 'string': {
      const isText = `typeof ${value} === 'string'`
      // Formats that have dates or bytes decode to them.
      const own = isDate(member) ? 'Date' : member.kind === 'bytes' ? 'Uint8Array' : undefined
      return own === undefined ? isText : `${isText} || ${value} instanceof ${own}`
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

/** Whether a value is of one type of a union, in a way that TypeScript follows. `others` it might be as well. */
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
  const isBig = type.kind === 'scalar' && ['bigint', 'int64', 'uint64'].includes(type.scalar)
  return [isBig ? 'bigint' : 'number']
}

/** Where the file writes the type that a union has of one kind; objects that have a name are written by it. */
export function memberPlace<P extends Place>(place: P, member: PresentType): P {
  switch (member.kind) {
    case 'literals':
    case 'list':
    case 'tuple':
    case 'record':
    case 'union':
    case 'byMember':
      return { ...place, access: ofKindText(`NonNullable<${place.access}>`, kindOf(member)) }
    default:
      return place
  }
}

/** What a type written as `text`, without `null`, has of a kind. */
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
      // A text with a brand is an object to TypeScript, too.
      return `Exclude<${text}, string | number | bigint | boolean | Date | Uint8Array | readonly unknown[]>`
  }
}

/** Whether the kind alone tells that a decoded value is of the type. */
export function isKnownByKind(type: PresentType): boolean {
  return (
    type.kind === 'scalar' &&
    type.brand === undefined &&
    (type.scalar === 'string' || type.scalar === 'boolean')
  )
}

/** What a fault says of a value of no kind that a union has: `must be "auto" or a number`. */
export function expectedOf({ members }: FieldType & { kind: 'anyOf' }): string {
  const words = members.flatMap(wordsFor)
  return `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function wordsFor(member: PresentType): readonly string[] {
  if (member.kind === 'literals') return member.values.map(shownLiteral)
  switch (kindOf(member)) {
    case 'string':
      return [textWords(member)]
    case 'number':
      return ['a number']
    case 'boolean':
      return ['true', 'false']
    case 'array':
      return ['a list']
    case 'object':
      return ['an object']
  }
}

function textWords(member: PresentType): string {
  if (member.kind === 'bytes') return 'bytes'
  if (member.kind === 'class') return `a valid ${member.name}`
  return isDate(member) ? 'a date and time (RFC 3339)' : 'a string'
}

/** As the faults of literals show them. */
function shownLiteral(value: LiteralValue): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value)
}
