import type { Binding, DtoModule, Field, ObjectType } from './dto.ts'
import { type FieldType, nestedNames, nonNull, partsOf } from './field-type.ts'
import { bodySources, isBodySource, isTextSource, type Source, sources } from './source.ts'

/** A property of a DTO as one source binds it. */
export interface BoundField {
  readonly field: Field
  readonly binding: Binding
}

/**
 * The properties of a DTO that a source fills, in order of declaration.
 *
 * A property with source tags of its own is bound from those alone. One without is bound from what the interface's tags
 * name, and from the body formats that any tag of the interface names (a form only when the interface itself does).
 * In a DTO with `@response` a property's tag for a decoded format names what is sent, unless the interface has that tag.
 */
export function boundFields(dto: ObjectType, source: Source): readonly BoundField[] {
  return boundOf(dto).bySource.get(source) ?? []
}

/** The same for every source that a tag names. */
export function fieldsBySource(dto: ObjectType): ReadonlyMap<Source, readonly BoundField[]> {
  return boundOf(dto).bySource
}

/** What is bound of a DTO, from every side. */
interface Bound {
  readonly bySource: ReadonlyMap<Source, readonly BoundField[]>
  readonly sources: readonly Source[]
  readonly byField: ReadonlyMap<Field, readonly Source[]>
  readonly bindings: ReadonlyMap<Field, readonly Binding[]>
}

/** Asked for again and again while a DTO is emitted: a fourth of a run over 1000 files, when it was worked out each time. */
const found = new WeakMap<ObjectType, Bound>()

function boundOf(dto: ObjectType): Bound {
  const known = found.get(dto)
  if (known !== undefined) return known
  const named = new Set([dto, ...dto.fields].flatMap((one) => one.bindings.map(({ source }) => source)))
  const bySource = new Map(
    sources.filter((one) => named.has(one)).map((source) => [source, findBoundFields(dto, source)]),
  )
  const bindings = new Map<Field, Binding[]>(dto.fields.map((field) => [field, []]))
  for (const fields of bySource.values()) {
    for (const { field, binding } of fields) bindings.get(field)?.push(binding)
  }
  const byField = new Map([...bindings].map(([field, some]) => [field, some.map(({ source }) => source)]))
  const bound = { bySource, sources: sources.filter((one) => bySource.get(one)?.length), byField, bindings }
  found.set(dto, bound)
  return bound
}

function findBoundFields(dto: ObjectType, source: Source): readonly BoundField[] {
  const tag = dto.bindings.find((binding) => binding.source === source)
  const inherits = tag === undefined ? isInherited(dto, source) : !tag.excluded
  return dto.fields.flatMap((field) => {
    const tags = readTags(dto, field)
    const own = tags.find((binding) => binding.source === source)
    if (own === undefined && !inherits) return []
    const binding = bindingOf({ ...field, bindings: tags }, source, own, tag)
    return binding === undefined ? [] : [{ field, binding }]
  })
}

/** The tags of a property that bind it, without those that only name what is sent. */
function readTags(dto: ObjectType, field: Field): readonly Binding[] {
  if (!dto.isSent) return field.bindings
  return field.bindings.filter(
    ({ source }) => isTextSource(source) || dto.bindings.some((binding) => binding.source === source),
  )
}

/** The formats in which a DTO is sent: JSON, and others that name a property of it. */
export function sentFormats(dto: ObjectType): readonly Source[] {
  if (!dto.isSent) return []
  const named = dto.fields.flatMap(({ bindings }) => bindings.map(({ source }) => source))
  return sources.filter((one) => one === 'json' || (!isTextSource(one) && named.includes(one)))
}

/** The properties that are sent in a format: all but those left out and those bound from headers or cookies alone. */
export function sentFields(dto: ObjectType, format: Source): readonly BoundField[] {
  return memberFields(dto, format).filter(({ field }) => {
    const from = sourcesOf(dto, field)
    return from.length === 0 || from.some((source) => !headerSources.includes(source))
  })
}

const headerSources: readonly Source[] = ['header', 'respHeader', 'cookie']

/** The sources that fill at least one property. */
export function boundSources(dto: ObjectType): readonly Source[] {
  return boundOf(dto).sources
}

/** The sources of one property. */
export function sourcesOf(dto: ObjectType, field: Field): readonly Source[] {
  return boundOf(dto).byField.get(field) ?? []
}

/** The bindings of one property, in the order of {@link sourcesOf}. */
export function bindingsOf(dto: ObjectType, field: Field): readonly Binding[] {
  return boundOf(dto).bindings.get(field) ?? []
}

/** @param tag is the interface's, for a property without one of its `own`. */
function bindingOf(
  field: Field,
  source: Source,
  own: Binding | undefined,
  tag: Binding | undefined,
): Binding | undefined {
  if (isFile(field) && source !== 'form' && (own === undefined || standsForForm(field, own))) return undefined
  if (own !== undefined) return own.excluded ? undefined : own
  if (field.bindings.some((binding) => !binding.excluded)) return undefined
  return untagged(field, source, tag)
}

/** A file comes from a form, and from nowhere else unless a tag of its own says so (which is then an error). */
export function isFile(field: Field): boolean {
  const type = nonNull(field.type)
  return type.kind === 'file' || (type.kind === 'list' && nonNull(type.element).kind === 'file')
}

/** Whether a binding and that of the form come from one tag, `@body`. */
function standsForForm(field: Field, binding: Binding): boolean {
  return field.bindings.some(({ source, span }) => source === 'form' && span === binding.span)
}

/** Whether properties without a tag come from a source that the interface has no tag for. */
function isInherited(dto: ObjectType, source: Source): boolean {
  return source !== 'form' && isBodySource(source) && usesSource(dto, source)
}

function usesSource(dto: ObjectType, source: Source): boolean {
  return dto.fields.some((field) =>
    readTags(dto, field).some((one) => one.source === source && !one.excluded),
  )
}

/** Whether the DTO has binders: one that is only sent has none. */
export function isRead(dto: ObjectType): boolean {
  return !dto.isSent || boundSources(dto).length > 0
}

/** Whether values of the DTO are read that were decoded from JSON, MessagePack or CBOR. */
export function readsDecoded(dto: ObjectType): boolean {
  return boundSources(dto).some((source) => source === 'json' || source === 'msgpack' || source === 'cbor')
}

/** The format whose values `~standard` reads: JSON, else the first that decodes to values. */
export function decodedFormat(dto: ObjectType): 'json' | 'msgpack' | 'cbor' | undefined {
  return (['json', 'msgpack', 'cbor'] as const).find((one) => boundSources(dto).includes(one))
}

/** The members of a nested object in a source: a tag gives the key, or leaves the member out. */
export function memberFields(object: ObjectType, source: Source): readonly BoundField[] {
  const bySource = members.get(object) ?? new Map<Source, readonly BoundField[]>()
  members.set(object, bySource)
  const known = bySource.get(source)
  if (known !== undefined) return known
  const fields = findMembers(object, source)
  bySource.set(source, fields)
  return fields
}

/** As {@link found}: asked for by everything that is emitted for an object. */
const members = new WeakMap<ObjectType, Map<Source, readonly BoundField[]>>()

function findMembers(object: ObjectType, source: Source): readonly BoundField[] {
  return object.fields.flatMap((field) => {
    const own = field.bindings.find((binding) => binding.source === source)
    if (own?.excluded) return []
    return [{ field, binding: own ?? untagged(field, source) }]
  })
}

/** The members that a source leaves out (`@json -`), though an object of the type has them: as defaults, or as zero values. */
export function leftOutFields({ fields }: ObjectType, source: Source): readonly Field[] {
  return fields.filter(
    (field) =>
      (!field.optional || field.default !== undefined) &&
      field.bindings.some((one) => one.source === source && one.excluded),
  )
}

/**
 * What a source calls the member that tells the objects of a union apart.
 *
 * @returns `undefined` when it has not one name in all of them, or is left out of one.
 */
export function discriminantKey(
  branches: readonly ObjectType[],
  discriminant: string,
  source: Source,
): string | undefined {
  const keys = branches.map(
    (one) => memberFields(one, source).find(({ field }) => field.name === discriminant)?.binding.key,
  )
  return keys.every((key) => key === keys[0]) ? keys[0] : undefined
}

/**
 * What a source calls the members that tell the objects of a union apart, each in its object.
 *
 * @returns `undefined` when one of them is left out, or has the name of a member of another object.
 */
export function memberKeys(
  branches: readonly { readonly member: string | undefined; readonly object: ObjectType }[],
  source: Source,
): readonly (string | undefined)[] | undefined {
  const all = branches.map(({ object }) => memberFields(object, source))
  const keys = branches.map(
    ({ member }, i) => all[i]?.find(({ field }) => field.name === member)?.binding.key,
  )
  const isClear = branches.every(({ member }, i) => {
    const key = keys[i]
    if (member === undefined || key === undefined) return member === undefined
    return all.every((fields, at) => at === i || fields.every(({ binding }) => binding.key !== key))
  })
  return isClear ? keys : undefined
}

/** A property without a tag of its own: under its own name, with the options of the interface's tag where they fit. */
function untagged(field: Field, source: Source, tag?: Binding): Binding {
  const splits = nonNull(field.type).kind === 'list' || tag?.format === 'json'
  return {
    source,
    key: field.name,
    excluded: false,
    required: tag?.required === true && field.default === undefined,
    format: splits ? tag?.format : undefined,
    span: field.span,
  }
}

/** Whether a DTO, or what it nests, holds integers that JSON.parse would round. */
export function holdsBigints(
  object: ObjectType,
  module: DtoModule,
  seen: Set<ObjectType> = new Set(),
): boolean {
  if (seen.has(object)) return false
  seen.add(object)
  return object.fields.some((field) => typeHoldsBigints(field.type, module, seen))
}

function typeHoldsBigints(type: FieldType, module: DtoModule, seen: Set<ObjectType>): boolean {
  switch (type.kind) {
    case 'scalar':
      return type.scalar === 'bigint' || type.scalar === 'int64' || type.scalar === 'uint64'
    case 'literals':
      return type.values.some((value) => typeof value === 'bigint')
    case 'object':
    case 'union':
    case 'byMember':
      return nestedNames(type).some((name) => {
        const object = module.objects.find((one) => one.name === name)
        return object !== undefined && holdsBigints(object, module, seen)
      })
    default:
      return partsOf(type).some((one) => typeHoldsBigints(one, module, seen))
  }
}

/** The body formats a DTO is bound from. */
export function bodyFormats(dto: ObjectType): readonly Source[] {
  return boundSources(dto).filter((source) => bodySources.includes(source))
}
