import { type Binding, type DtoModule, type Field, memberTypes, type ObjectType } from './dto.ts'
import { exactScalars, type FieldType, isNothing, nonNull } from './field-type.ts'
import { bodySources, isBodySource, isTextSource, type Source, sources } from './source.ts'
import { partsOf } from './type-parts.ts'

/** A property and its binding from one source. */
export interface BoundField {
  readonly field: Field
  readonly binding: Binding
}

/**
 * The properties that a source fills, in declaration order.
 *
 * A property with source tags uses only those. Others use the interface's tags, and every body format that occurs in the
 * interface (a form only by the interface's own tag). With `@response` a property's tag for a decoded format applies to the
 * response, unless the interface has that tag too.
 */
export function boundFields(dto: ObjectType, source: Source): readonly BoundField[] {
  return bindingsOfDto(dto).bySource.get(source) ?? []
}

/** {@link boundFields} of every source in the tags. */
export function fieldsBySource(dto: ObjectType): ReadonlyMap<Source, readonly BoundField[]> {
  return bindingsOfDto(dto).bySource
}

/** All bindings of a DTO, by source and by field. */
interface DtoBindings {
  readonly bySource: ReadonlyMap<Source, readonly BoundField[]>
  readonly sources: readonly Source[]
  readonly byField: ReadonlyMap<Field, readonly Source[]>
  readonly bindings: ReadonlyMap<Field, readonly Binding[]>
}

/** Cache: without it, repeated calls took a quarter of a run over 1000 files. */
const found = new WeakMap<ObjectType, DtoBindings>()

function bindingsOfDto(dto: ObjectType): DtoBindings {
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
  const isBound = (one: Source): boolean => bySource.get(one)?.length !== 0 || readsIndex(dto, one)
  const bound = { bySource, sources: [...bySource.keys()].filter(isBound), byField, bindings }
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

/** Whether a source fills the undeclared keys of a DTO, like a property without tags. */
export function readsIndex(dto: ObjectType, source: Source): boolean {
  if (dto.index === undefined) return false
  const tag = dto.bindings.find((binding) => binding.source === source)
  return tag === undefined ? isInherited(dto, source) : !tag.excluded
}

/** The tags that bind a property, without those for the response. */
function readTags(dto: ObjectType, field: Field): readonly Binding[] {
  if (!dto.isSent) return field.bindings
  return field.bindings.filter(
    ({ source }) => isTextSource(source) || dto.bindings.some((binding) => binding.source === source),
  )
}

/** The sources that fill at least one property. */
export function boundSources(dto: ObjectType): readonly Source[] {
  return bindingsOfDto(dto).sources
}

export function sourcesOf(dto: ObjectType, field: Field): readonly Source[] {
  return bindingsOfDto(dto).byField.get(field) ?? []
}

/** The bindings of one property, in the order of {@link sourcesOf}. */
export function bindingsOf(dto: ObjectType, field: Field): readonly Binding[] {
  return bindingsOfDto(dto).bindings.get(field) ?? []
}

/** @param tag of the interface, for a property without its `own` */
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

/** Whether the type is a file or a list of files. A file comes only from a form; any other source tag on it is an error. */
export function isFile(field: Field): boolean {
  const type = nonNull(field.type)
  return type.kind === 'file' || (type.kind === 'list' && nonNull(type.element).kind === 'file')
}

/** Whether the type is a `FileStream` or a list of them. */
export function isStream(field: Field): boolean {
  const type = nonNull(field.type)
  const file = type.kind === 'list' ? nonNull(type.element) : type
  return file.kind === 'file' && file.isStream === true
}

/** Whether a binding comes from `@body`, which also binds the form. */
function standsForForm(field: Field, binding: Binding): boolean {
  return field.bindings.some(({ source, span }) => source === 'form' && span === binding.span)
}

/** Whether untagged properties use a source for which the interface has no tag. */
function isInherited(dto: ObjectType, source: Source): boolean {
  return source !== 'form' && isBodySource(source) && usesSource(dto, source)
}

function usesSource(dto: ObjectType, source: Source): boolean {
  return dto.fields.some((field) =>
    readTags(dto, field).some((one) => one.source === source && !one.excluded),
  )
}

/** Whether the DTO has binders; a pure response has none. */
export function isRead(dto: ObjectType): boolean {
  return !dto.isSent || boundSources(dto).length > 0
}

/** The members of a nested object in a source. A tag may set the key or exclude the member. */
export function memberFields(object: ObjectType, source: Source): readonly BoundField[] {
  const bySource = members.get(object) ?? new Map<Source, readonly BoundField[]>()
  members.set(object, bySource)
  const known = bySource.get(source)
  if (known !== undefined) return known
  const fields = findMembers(object, source)
  bySource.set(source, fields)
  return fields
}

/** Cache, see {@link found}. */
const members = new WeakMap<ObjectType, Map<Source, readonly BoundField[]>>()

function findMembers(object: ObjectType, source: Source): readonly BoundField[] {
  return object.fields.flatMap((field) => {
    const own = field.bindings.find((binding) => binding.source === source)
    if (own?.excluded) return []
    return [{ field, binding: own ?? untagged(field, source) }]
  })
}

/** Excluded members (`@json -`) that the type still requires: they get their default or zero value. */
export function leftOutFields({ fields }: ObjectType, source: Source): readonly Field[] {
  return fields.filter(
    (field) =>
      (!field.optional || field.default !== undefined) &&
      field.bindings.some((one) => one.source === source && one.excluded),
  )
}

/**
 * The key of a union's discriminant in a source.
 *
 * @returns `undefined` if the key differs between the objects, or one excludes it.
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

/** Whether the discriminant of an object has a default, which is read when the member is absent. */
export function hasDefaultTag({ fields }: ObjectType, discriminant: string): boolean {
  return fields.some(({ name, default: value }) => name === discriminant && value !== undefined)
}

/**
 * The keys of the members that distinguish the objects of a union, one for each object.
 *
 * @returns `undefined` if one is excluded, or another object has a member with the same key.
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
    const isFree = ({ field, binding }: BoundField): boolean => binding.key !== key || isNothing(field.type)
    return all.every((fields, at) => at === i || fields.every(isFree))
  })
  return isClear ? keys : undefined
}

/** The JSON binding of a whole body; its keys also name properties when there is no request. */
export function valueBinding(value: Field): Binding {
  return untagged(value, 'json')
}

/** The binding of an untagged property: its own name, and the applicable options of the interface's tag. */
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

/** Whether a DTO or an object nested in it has integers that JSON.parse would round. */
export function holdsBigints(object: ObjectType, module: DtoModule): boolean {
  return bigintsOf(object, module) !== 'none'
}

/** Whether a type is or contains integers that JSON.parse would round. */
export function typeHoldsBigints(type: FieldType, module: DtoModule): boolean {
  return bigintsOfType(type, module) !== 'none'
}

/** The integers of a body that must be exact: in any notation, or only those `written` as integers. */
export function bigintsOf(object: ObjectType, module: DtoModule): Exactness {
  return exactness((isWanted) => holdsType(object, isWanted, module))
}

export function bigintsOfType(type: FieldType, module: DtoModule): Exactness {
  return exactness((isWanted) => typeHolds(type, isWanted, module, new Set()))
}

export type Exactness = 'all' | 'written' | 'none'

function exactness(holds: (isWanted: (type: FieldType) => boolean) => boolean): Exactness {
  const isExact = (type: FieldType): boolean =>
    type.kind === 'scalar'
      ? exactScalars.includes(type.scalar)
      : type.kind === 'literals' && type.values.some((value) => typeof value === 'bigint')
  if (holds(isExact)) return 'all'
  const isEither = (type: FieldType): boolean => type.kind === 'scalar' && type.scalar === 'number | bigint'
  return holds(isEither) ? 'written' : 'none'
}

/** Whether a DTO or an object nested in it contains such a type. */
function holdsType(
  object: ObjectType,
  isWanted: (type: FieldType) => boolean,
  module: DtoModule,
  seen: Set<ObjectType> = new Set(),
): boolean {
  if (seen.has(object)) return false
  seen.add(object)
  return memberTypes(object).some((type) => typeHolds(type, isWanted, module, seen))
}

function typeHolds(
  type: FieldType,
  isWanted: (type: FieldType) => boolean,
  module: DtoModule,
  seen: Set<ObjectType>,
): boolean {
  if (isWanted(type)) return true
  if (type.kind === 'recursive') {
    const of = module.recursive.find(({ name }) => name === type.name)?.of
    const others = { ...module, recursive: [] }
    return of !== undefined && typeHolds(of, isWanted, others, seen)
  }
  if (type.kind === 'object') {
    const object = module.objects.find(({ name }) => name === type.name)
    return object !== undefined && holdsType(object, isWanted, module, seen)
  }
  return partsOf(type).some((one) => typeHolds(one, isWanted, module, seen))
}

/** The body formats a DTO is bound from. */
export function bodyFormats(dto: ObjectType): readonly Source[] {
  return boundSources(dto).filter((source) => bodySources.includes(source))
}
