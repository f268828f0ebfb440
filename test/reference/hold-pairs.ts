import {
  type BoundField,
  memberFields,
  nonNull,
  type ObjectModel,
  type Source,
  type TypeModel,
} from './model.ts'
import { OpenPoint, Refusal } from './outcome.ts'

/** One value of a pair; a file comes from a multipart form. */
export interface HeldText {
  readonly text: string
  /** The index of its pair. */
  readonly at: number
  readonly file?: unknown
}

/** The pairs of one property. */
export interface Held {
  /** In order of arrival. */
  readonly texts: HeldText[]
  /** By index; the last of each wins. */
  readonly indexed: Map<number, HeldText>
  /** By key, for a record; the last of each wins. */
  readonly entries: Map<string, HeldText>
  /** The elements of a list of objects. */
  readonly elements: Map<number, HeldObject>
  object: HeldObject | undefined
}

/** The pairs of one object, by property name. */
export type HeldObject = Map<string, Held>

export interface HoldRules {
  readonly source: Source
  readonly maxArrayLength: number
}

/** The fate of a pair; a number counts the path segments up to the value that cannot hold it. */
export type Place = 'held' | 'unknown' | 'absent' | number

/** Stores the value of a pair at its path. The first `at` segments lead to the object. */
export function hold(
  fields: readonly BoundField[],
  into: HeldObject,
  path: readonly string[],
  value: HeldText,
  rules: HoldRules,
  at = 0,
): Place {
  const [first = '', ...rest] = path
  const found = fields.find(({ key }) => key === first)
  if (found === undefined) return 'unknown'
  const held: Held = into.get(found.field.name) ?? {
    texts: [],
    indexed: new Map(),
    entries: new Map(),
    elements: new Map(),
    object: undefined,
  }
  const place = holdValue(found, held, rest, value, rules, at + 1)
  if (place === 'held') into.set(found.field.name, held)
  return place
}

function holdValue(
  { field, format }: BoundField,
  held: Held,
  rest: readonly string[],
  value: HeldText,
  rules: HoldRules,
  at: number,
): Place {
  const type = nonNull(field.type)
  const [next = '', ...below] = rest
  const element = type.kind === 'list' ? nonNull(type.of) : undefined
  if (format === 'json') return rest.length === 0 ? holdText(held, value) : at
  if (type.kind === 'object')
    return rest.length === 0 ? plain(value, at) : holdMember(type, held, rest, value, rules, at)
  if (type.kind === 'record') {
    if (rest.length === 0) return plain(value, at)
    if (next === '') return at
    if (below.length > 0) return at + 1
    held.entries.set(next, value)
    return 'held'
  }
  if (rest.length === 0 && element?.kind !== 'object') {
    return isFileType(type) && value.file === undefined ? plain(value, at) : holdText(held, value)
  }
  if (type.kind !== 'tuple' && element === undefined) return at
  return rest.length === 0 ? plain(value, at) : holdElement(element, held, rest, value, rules, at)
}

function isFileType(type: TypeModel): boolean {
  return type.kind === 'file' || (type.kind === 'list' && nonNull(type.of).kind === 'file')
}

function holdText(held: Held, value: HeldText): Place {
  held.texts.push(value)
  return 'held'
}

/** A single value given for members, elements or a file. */
function plain({ text, file }: HeldText, at: number): Place {
  return text === '' && file === undefined ? 'absent' : at
}

function holdMember(
  type: ObjectModel,
  held: Held,
  rest: readonly string[],
  value: HeldText,
  rules: HoldRules,
  at: number,
): Place {
  const object = held.object ?? new Map()
  const place = hold(memberFields(type, rules.source), object, rest, value, rules, at)
  if (place === 'held') held.object = object
  return place
}

function holdElement(
  type: TypeModel | undefined,
  held: Held,
  [part = '', ...below]: readonly string[],
  value: HeldText,
  rules: HoldRules,
  at: number,
): Place {
  const index = indexOf(part, rules)
  if (index === undefined) return at
  if (type?.kind !== 'object') {
    if (below.length > 0) return at + 1
    return type?.kind === 'file' ? holdFile(held, index, value, at + 1) : holdIndexed(held, index, value)
  }
  if (below.length === 0) return plain(value, at + 1)
  const object = held.elements.get(index) ?? new Map()
  const place = hold(memberFields(type, rules.source), object, below, value, rules, at + 1)
  if (place === 'held') held.elements.set(index, object)
  return place
}

function holdIndexed({ indexed }: Held, index: number, value: HeldText): Place {
  indexed.set(index, value)
  return 'held'
}

/** The first file wins. */
function holdFile({ indexed }: Held, index: number, value: HeldText, at: number): Place {
  if (value.file === undefined) return plain(value, at)
  if (!indexed.has(index)) indexed.set(index, value)
  return 'held'
}

/** @throws Refusal for an index past the limit. */
function indexOf(part: string, { maxArrayLength }: HoldRules): number | undefined {
  if (!/^[0-9]+$/.test(part)) return undefined
  if (/^0./.test(part)) throw new OpenPoint('an index with leading zeros')
  if (Number(part) >= maxArrayLength) throw new Refusal('query', 'index past the limit')
  return Number(part)
}
