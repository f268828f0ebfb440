import { type BoundField, memberFields, nonNull, type ObjectModel, type Source } from './model.ts'
import { OpenPoint, Refusal } from './outcome.ts'

/** One value of a pair; files come in multipart forms. */
export interface HeldText {
  readonly text: string
  /** The number of its pair, from 0. */
  readonly at: number
  readonly file?: unknown
}

/** What pairs gave of one property. */
export interface Held {
  /** In order of arrival. */
  readonly texts: HeldText[]
  /** By index; the last of each. */
  readonly indexed: Map<number, HeldText>
  /** By key, of a record; the last of each. */
  readonly entries: Map<string, HeldText>
  /** The elements of a list of objects. */
  readonly elements: Map<number, HeldObject>
  object: HeldObject | undefined
}

/** What pairs gave of one object, by property name. */
export type HeldObject = Map<string, Held>

export interface HoldRules {
  readonly source: Source
  readonly maxArrayLength: number
}

/** Puts the value of a pair where its path leads; `false` when it leads nowhere. */
export function hold(
  fields: readonly BoundField[],
  into: HeldObject,
  path: readonly string[],
  value: HeldText,
  rules: HoldRules,
): boolean {
  const [first = '', ...rest] = path
  const found = fields.find(({ key }) => key === first)
  if (found === undefined) return false
  const held: Held = into.get(found.field.name) ?? {
    texts: [],
    indexed: new Map(),
    entries: new Map(),
    elements: new Map(),
    object: undefined,
  }
  if (!holdValue(found, held, rest, value, rules)) return false
  into.set(found.field.name, held)
  return true
}

function holdValue(
  { field, format }: BoundField,
  held: Held,
  rest: readonly string[],
  value: HeldText,
  rules: HoldRules,
): boolean {
  const type = nonNull(field.type)
  const [next = '', ...below] = rest
  if (format === 'json') return rest.length === 0 && held.texts.push(value) > 0
  if (type.kind === 'object') return rest.length > 0 && holdMember(type, held, rest, value, rules)
  if (type.kind === 'record') {
    if (rest.length !== 1 || next === '') return false
    held.entries.set(next, value)
    return true
  }
  const element = type.kind === 'list' ? nonNull(type.of) : undefined
  if (element?.kind === 'object') {
    if (below.length === 0) return false
    const index = indexOf(next, rules)
    return index !== undefined && holdElement(element, held, index, below, value, rules)
  }
  if (rest.length === 0) return held.texts.push(value) > 0
  const isList = type.kind === 'tuple' || element !== undefined
  if (!isList || below.length > 0) return false
  const index = indexOf(next, rules)
  if (index === undefined) return false
  if (element?.kind === 'file') holdFile(held, index, value)
  else held.indexed.set(index, value)
  return true
}

/** The first file counts, and what is none is passed over. */
function holdFile({ indexed }: Held, index: number, value: HeldText): void {
  if (value.file !== undefined && !indexed.has(index)) indexed.set(index, value)
}

function holdMember(
  type: ObjectModel,
  held: Held,
  rest: readonly string[],
  value: HeldText,
  rules: HoldRules,
): boolean {
  const object = held.object ?? new Map()
  if (!hold(memberFields(type, rules.source), object, rest, value, rules)) return false
  held.object = object
  return true
}

function holdElement(
  type: ObjectModel,
  held: Held,
  index: number,
  below: readonly string[],
  value: HeldText,
  rules: HoldRules,
): boolean {
  const object = held.elements.get(index) ?? new Map()
  if (!hold(memberFields(type, rules.source), object, below, value, rules)) return false
  held.elements.set(index, object)
  return true
}

/** @throws Refusal for an index past the limit. */
function indexOf(part: string, { maxArrayLength }: HoldRules): number | undefined {
  if (!/^[0-9]+$/.test(part)) return undefined
  if (/^0./.test(part)) throw new OpenPoint('an index with leading zeros')
  if (Number(part) >= maxArrayLength) throw new Refusal('query', 'index past the limit')
  return Number(part)
}
