import { chooseBranch, chooseList, noteBranch, type Seen } from './choose-branch.ts'
import type { Decoded } from './decode-json.ts'
import { type Draft, draftOf, Notes } from './draft.ts'
import {
  type BoundField,
  type ByMemberModel,
  bodyField,
  boundFields,
  type DtoModel,
  elementOf,
  type FieldModel,
  hasKey,
  holds,
  memberFields,
  nonNull,
  type ObjectModel,
  type ScalarName,
  type Source,
  type TupleModel,
  type TypeModel,
  takesNull,
  type UnknownModel,
} from './model.ts'
import { OpenPoint, Refusal } from './outcome.ts'
import {
  bigInRange,
  changedText,
  inRange,
  isBig,
  isWritable,
  parseByReference,
  readDate,
  readText,
} from './read-scalar.ts'
import { branchOf, isSameLiteral, typeFor } from './union-kinds.ts'
import type { WireSettings } from './wire-request.ts'
import { defaultOf, define, makeObject, missingPaths, zeroOf } from './zero-value.ts'

export interface DecodedScope {
  /** The source that names the members. */
  readonly source: Source
  readonly notes: Notes
  readonly settings: WireSettings
  readonly zero: boolean
  /**
   * Whether integers with a fraction or exponent are an open point, since other members need exact
   * integers.
   */
  readonly isOpen: boolean
}

type Members = ReadonlyMap<string, Decoded>

/** JSON, MessagePack and CBOR bodies, decoded. */
export function bindDecoded(
  dto: DtoModel,
  source: Source,
  body: Decoded,
  settings: WireSettings,
  text = '',
): Draft {
  // The position of a key like `__proto__` in the decoder's output is open.
  const notes = new Notes('body', source !== 'json')
  const scope = {
    source,
    notes,
    settings,
    zero: dto.missing === 'zero',
    isOpen: holdsBigints(dto) && hasScaled(text),
  }
  const fields = boundFields(dto, source)
  const members = dto.isBody ? new Map([[bodyField, body]]) : body
  if (!(members instanceof Map)) return unreadable(notes)
  noteUnknown(fields, members, '', scope)
  return draftOf(
    fields.map(({ field }) => field),
    notes,
    (field) => {
      const bound = fields.find((one) => one.field === field)
      return bound === undefined ? undefined : readMember(bound, members, '', scope, 1)
    },
    () => noteNulls(fields, members, '', scope),
  )
}

/** The draft of an unreadable body: one issue with an empty field. */
export function unreadable(notes: Notes): Draft {
  notes.wrong('')
  return { values: new Map(), broken: new Set(), issues: notes.all() }
}

function noteUnknown(
  fields: readonly BoundField[],
  members: Members,
  path: string,
  scope: DecodedScope,
): void {
  if (scope.settings.ignoreUnknownKeys) return
  for (const key of keysInOrder(members)) {
    if (!fields.some((one) => one.key === key)) scope.notes.wrong(join(path, key))
  }
}

/** `null` for an optional property without it is absence, unless the DTO or the app refuses unknown keys. */
function noteNulls(fields: readonly BoundField[], members: Members, path: string, scope: DecodedScope): void {
  if (!scope.settings.refusesNull) return
  for (const key of keysInOrder(members)) {
    const bound = fields.find((one) => one.key === key)
    const lacksNull = bound?.field.optional === true && !takesNull(bound.field.type)
    if (members.get(key) !== null || !lacksNull) continue
    if (!bound.required) scope.notes.wrong(join(path, key))
    else if (path === '') scope.notes.refusedNull(key)
  }
}

/** A JavaScript object has its whole-number keys first. */
function keysInOrder(members: Members): readonly string[] {
  return Object.keys(Object.fromEntries([...members.keys()].map((key) => [key, 0])))
}

function readMember(
  { field, key }: BoundField,
  members: Members,
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  const value = members.get(key)
  if (value === undefined) return undefined
  if (value === null && field.optional && !takesNull(field.type)) return undefined
  return readDecoded(field.type, value, join(path, key), scope, depth)
}

/** A decoded value read as `type`; if it does not match, the issue is noted and the result is `undefined`. */
export function readDecoded(
  type: TypeModel,
  value: Decoded,
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  if (type.kind === 'nullable') return value === null ? null : readDecoded(type.of, value, path, scope, depth)
  if (type.kind === 'anyOf') {
    const one = typeFor(type.of, value)
    return one === undefined ? wrong(path, scope) : readDecoded(one, value, path, scope, depth)
  }
  if (type.kind === 'lists') {
    const list = Array.isArray(value) ? chooseList(type.of, value) : undefined
    return list === undefined ? wrong(path, scope) : readDecoded(list, value, path, scope, depth)
  }
  if (type.kind === 'unknown') return readUnknown(type, value, path, scope, depth)
  if (type.kind === 'numeric') return readNumeric(value, path, scope)
  if (type.kind === 'list' || type.kind === 'tuple') {
    return Array.isArray(value) ? readList(type, value, path, scope, depth) : wrong(path, scope)
  }
  if (isNestedType(type) && !(value instanceof Map) && depth > scope.settings.maxDepth) {
    throw new OpenPoint('no object where one would be too deep')
  }
  if (isNestedType(type))
    return value instanceof Map ? readNested(type, value, path, scope, depth) : wrong(path, scope)
  const single = readSingle(type, value, scope.source)
  return single === undefined ? wrong(path, scope) : single
}

type NestedModel = Extract<TypeModel, { kind: 'object' | 'union' | 'byMember' | 'choice' | 'record' }>

function isNestedType(type: TypeModel): type is NestedModel {
  return ['object', 'union', 'byMember', 'choice', 'record'].includes(type.kind)
}

/** Whether a number in the text has a fraction or an exponent. */
export function hasScaled(text: string): boolean {
  return /\d[.eE]/.test(text)
}

/** Whether integers are kept exact, because some property is a bigint. */
export function holdsBigints(dto: DtoModel): boolean {
  return dto.fields.some(({ type }) =>
    holds(
      type,
      (one) =>
        (one.kind === 'scalar' && isBig(one.scalar)) ||
        (one.kind === 'literals' && one.values.some((value) => typeof value === 'bigint')),
    ),
  )
}

function readUnknown(
  type: UnknownModel,
  value: Decoded,
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  const isHeld = Array.isArray(value) || value instanceof Map
  if (type.form === 'object' && !isHeld) return wrong(path, scope)
  return plainOf(value, path, scope, depth)
}

/** Any whole number as a decoder returns it, a `number` or a `bigint`. */
export class DecodedWhole {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

/** The value unchanged: for JSON, the result of `JSON.parse`. */
function plainOf(value: Decoded, path: string, scope: DecodedScope, depth: number): unknown {
  if (typeof value === 'bigint' && scope.source === 'json') return Number(value)
  if (typeof value === 'bigint' || Number.isInteger(value))
    return scope.source === 'json' ? value : new DecodedWhole(BigInt(value as number | bigint))
  if (Array.isArray(value)) {
    checkDepth(depth, scope)
    return value.map((one, i) => plainOf(one, join(path, String(i)), scope, depth + 1))
  }
  if (!(value instanceof Map)) return value
  checkDepth(depth, scope)
  const plain = {}
  for (const key of keysInOrder(value)) {
    if (key === '__proto__') scope.notes.wrong(join(path, key))
    else define(plain, key, plainOf(value.get(key) ?? null, join(path, key), scope, depth + 1))
  }
  return plain
}

/** A whole number past the safe range is a bigint if written as an integer. */
function readNumeric(value: Decoded, path: string, scope: DecodedScope): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : wrong(path, scope)
  if (typeof value !== 'bigint') return wrong(path, scope)
  if (scope.isOpen && scope.source === 'json') throw new OpenPoint('the notation of an exact number')
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function wrong(path: string, { notes }: DecodedScope): undefined {
  notes.wrong(path)
}

function readList(
  type: Extract<TypeModel, { kind: 'list' | 'tuple' }>,
  list: readonly Decoded[],
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  if (type.kind === 'tuple' && !isLong(type, list.length)) return wrong(path, scope)
  checkDepth(depth, scope)
  return list.map((element, i) => {
    const of = type.kind === 'tuple' ? elementOf(type, i) : type.of
    return of && readDecoded(of, element, join(path, String(i)), scope, depth + 1)
  })
}

function isLong({ of, rest, required = of.length }: TupleModel, length: number): boolean {
  return length >= required && (rest !== undefined || length <= of.length)
}

function readNested(
  type: NestedModel,
  members: Members,
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  if (type.kind === 'byMember') return readByMember(type, members, path, scope, depth)
  checkDepth(depth, scope)
  if (type.kind === 'record') {
    const record = Object.create(null)
    for (const key of keysInOrder(members)) {
      const value = members.get(key) ?? null
      if (key === '__proto__' || !hasKey(type, key)) wrong(join(path, key), scope)
      else define(record, key, readDecoded(type.of, value, join(path, key), scope, depth + 1))
    }
    return record
  }
  if (type.kind === 'choice') {
    const choice = chooseBranch(type.of, seenIn(members, scope))
    if ('branch' in choice) {
      const made = readNested(choice.branch, members, path, scope, depth)
      noteBranch(made, choice.branch)
      return made
    }
    for (const key of choice.refused) scope.notes.wrong(join(path, key))
    return undefined
  }
  if (type.kind === 'object') return readObject(type, members, path, scope, depth)
  const branch = type.of.find((one) => isBranch(one, type.discriminant, members, scope.source))
  if (branch !== undefined) return readObject(branch, members, path, scope, depth)
  const place = join(path, type.discriminant)
  if (members.has(type.discriminant)) scope.notes.wrong(place)
  // The union is present, but wrong without its discriminant.
  else
    scope.notes.add(
      { source: scope.notes.source, field: place, reason: 'missing', isAmongWrong: true },
      Number.MAX_SAFE_INTEGER,
    )
  return undefined
}

function readByMember(
  type: ByMemberModel,
  members: Members,
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  const found = branchOf(type, (name, { fields }) => {
    const bound = memberFields({ kind: 'object', name: '', fields }, scope.source)
    const key = bound.find(({ field }) => field.name === name)?.key
    return key === undefined ? undefined : members.get(key)
  })
  if (found === undefined && depth > scope.settings.maxDepth) {
    throw new OpenPoint('no object of a union where one would be too deep')
  }
  checkDepth(depth, scope)
  return found === undefined ? wrong(path, scope) : readObject(found, members, path, scope, depth)
}

/** The input for choosing among a union of objects. */
function seenIn(members: Members, { source, zero }: DecodedScope): Seen {
  return {
    keys: [...members.keys()],
    valueOf: (key) => members.get(key),
    membersOf: (branch) =>
      memberFields(branch, source).map(({ field, key, required }) => {
        const { type, optional } = field
        const isMade = field.default !== undefined || (zero && zeroOf(type, source) !== undefined)
        const isAsked =
          asksForPresence(field) && (optional || type.kind === 'nullable' || type.kind === 'scalar')
        // Such a member may be absent but refuses null; the opposite one accepts null but must be present.
        const isOdd = isAsked || (isMade && !optional && type.kind !== 'nullable')
        if (isOdd && members.get(key) === null)
          throw new OpenPoint('null for what is optional in one way and required in another')
        return { field, key, isRequired: required || isAsked || !(optional || isMade) }
      }),
    isReadable: (type, value) => {
      if (type.kind === 'class') return typeof value === 'string'
      return readSingle(type, value as Decoded, source) !== undefined
    },
  }
}

/** Whether the rule `required` refuses an absent value. */
function asksForPresence({ rules = [], default: given }: FieldModel): boolean {
  const names = rules.map(({ name }) => name)
  const asked = names.indexOf('required')
  const isLeft = names.slice(0, asked + 1).includes('omitempty')
  return asked !== -1 && !isLeft && given === undefined
}

function isBranch(branch: ObjectModel, discriminant: string, members: Members, source: Source): boolean {
  const found = memberFields(branch, source).find(({ field }) => field.name === discriminant)
  const value = found && members.get(found.key)
  if (found !== undefined && !members.has(found.key)) return found.field.default !== undefined
  return found?.field.type.kind === 'literals' && found.field.type.values.some((one) => one === value)
}

function readObject(
  object: ObjectModel,
  members: Members,
  path: string,
  scope: DecodedScope,
  depth: number,
): unknown {
  const fields = memberFields(object, scope.source)
  if (object.index === undefined) noteUnknown(fields, members, path, scope)
  const values = new Map<string, unknown>()
  for (const bound of fields) {
    const before = scope.notes.count()
    const value = readMember(bound, members, path, scope, depth + 1) ?? absent(bound, members, scope)
    if (value !== undefined) values.set(bound.field.name, value)
    else if (scope.notes.count() === before && (!bound.field.optional || bound.required)) {
      for (const place of missingPaths(bound, scope.source, scope.zero && !bound.required)) {
        scope.notes.missing(join(path, place))
      }
    }
  }
  noteNulls(fields, members, path, scope)
  if (object.index === undefined) return makeObject(fields, values)
  const whole = makeObject(fields, values, Object.create(null))
  for (const key of keysInOrder(members)) {
    const value = members.get(key)
    const isOwn = fields.some((one) => one.key === key) || object.fields.some(({ name }) => name === key)
    if (isOwn || value === undefined) continue
    if (key === '__proto__') scope.notes.wrong(join(path, key))
    else define(whole, key, readDecoded(object.index, value, join(path, key), scope, depth + 1))
  }
  return whole
}

/** The value of an absent member. A `null` member is present if its type includes null. */
function absent(
  { field, required, key }: BoundField,
  members: Members,
  { zero, source }: DecodedScope,
): unknown {
  if (takesNull(field.type) && members.get(key) === null) return null
  const value = defaultOf(field)
  if (value !== undefined || field.optional || required) return value
  return zero && !members.has(key) ? zeroOf(field.type, source) : undefined
}

function checkDepth(depth: number, { notes, settings }: DecodedScope): void {
  if (depth > settings.maxDepth) throw new Refusal(notes.source, 'too deep')
}

function readSingle(type: TypeModel, value: Decoded, source: Source): unknown {
  const { kind } = nonNull(type)
  if (type.kind === 'scalar') return changedText(type, readScalarValue(type.scalar, value))
  if (type.kind === 'literals') return type.values.find((one) => isSameLiteral(one, value))
  if (type.kind === 'template') return typeof value === 'string' ? readText(type, value) : undefined
  if (type.kind === 'class') return typeof value === 'string' ? parseByReference(type.name, value) : undefined
  if (kind !== 'bytes') return undefined
  if (value instanceof Uint8Array) return value
  // Formats with bytes have no base64.
  if (source !== 'json') return undefined
  return typeof value === 'string' ? readBase64(value) : undefined
}

function readScalarValue(scalar: ScalarName, value: Decoded): unknown {
  if (scalar === 'string') return typeof value === 'string' ? value : undefined
  if (scalar === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (scalar === 'Date') {
    if (value instanceof Date) return isWritable(value) ? value : undefined
    return typeof value === 'string' ? readDate(value) : undefined
  }
  if (isBig(scalar)) {
    const isWhole = typeof value === 'number' && Number.isInteger(value)
    if (typeof value !== 'bigint' && !isWhole) return undefined
    // MessagePack and CBOR only: a float. JSON's whole numbers are exact.
    if (isWhole && !Number.isSafeInteger(value)) throw new OpenPoint('a float for an integer of 64 bits')
    return bigInRange(scalar, BigInt(value))
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined
  return inRange(scalar, Number(value))
}

/** RFC 4648 section 4, padded. */
function readBase64(text: string): Uint8Array | undefined {
  if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
