import { type BoundField, isFile, memberFields, sourcesOf } from './bound-fields.ts'
import type { BodyType, DtoModule, ObjectType } from './dto.ts'
import type { FieldType } from './field-type.ts'
import type { Source } from './source.ts'
import { isPlainJson, partsOf } from './type-parts.ts'

/** A format that a value is sent in. */
export type SentFormat = 'json' | 'xml' | 'msgpack' | 'cbor'

/** The formats that may have other names than JSON. */
const otherFormats: readonly Exclude<SentFormat, 'json'>[] = ['xml', 'msgpack', 'cbor']

/** JSON and {@link otherFormatsOf}. */
export function sentFormats(dto: ObjectType | BodyType, module: DtoModule): readonly SentFormat[] {
  return dto.isSent ? ['json', ...otherFormatsOf(dto, module)] : []
}

/** The formats in which a DTO or an object below it has other names than in JSON. */
export function otherFormatsOf(dto: ObjectType | BodyType, module: DtoModule): readonly SentFormat[] {
  if ('value' in dto) {
    const sent = { types: [dto.value.type], module }
    return otherFormats.filter((one) => hasOwnNames(sent, () => [], one))
  }
  const sent = { types: sentTypes(dto, sentFields(dto, 'json')), module }
  const fields = (one: SentFormat): readonly BoundField[] => sentFields(dto, one)
  return otherFormats.filter((one) => hasOwnNames(sent, fields, one))
}

/** The properties of a response: all except excluded ones and those bound only from headers or cookies. */
export function sentFields(dto: ObjectType, format: SentFormat): readonly BoundField[] {
  return named(memberFields(dto, 'json'), format).filter(({ field }) => {
    const from = sourcesOf(dto, field)
    return from.length === 0 || from.some((source) => !headerSources.includes(source))
  })
}

const headerSources: readonly Source[] = ['header', 'respHeader', 'cookie']

/** The properties of a nested object in a response. */
export function sentMembers(object: ObjectType, format: SentFormat): readonly BoundField[] {
  return named(memberFields(object, 'json'), format).filter(({ field }) => !isFile(field))
}

/** The names in a format: those of its own tags, else those of JSON. What JSON excludes is never sent. */
function named(fields: readonly BoundField[], format: SentFormat): readonly BoundField[] {
  if (format === 'json') return fields
  return fields.flatMap(({ field, binding }) => {
    const own = field.bindings.find(({ source }) => source === format)
    if (own?.excluded) return []
    return [{ field, binding: own ?? binding }]
  })
}

/** Something sent: the fields of a DTO or of a nested object, or the type of a whole body. */
interface SentTypes {
  readonly types: readonly FieldType[]
  readonly module: DtoModule
}

/** Whether a format needs another copy of a value than JSON does: other names, in it or below it. */
export function hasOwnNames(
  { types, module }: SentTypes,
  fieldsIn: (format: SentFormat) => readonly BoundField[],
  format: SentFormat,
): boolean {
  if (format === 'json') return false
  const differs = (fields: typeof fieldsIn): boolean => {
    const own = fields(format)
    const json = fields('json')
    return own.length !== json.length || own.some(({ binding }, i) => binding.key !== json[i]?.binding.key)
  }
  const inObject = (object: ObjectType): boolean => differs((one) => sentMembers(object, one))
  return differs(fieldsIn) || reaches({ types, module }, format, { word: 'own names', object: inObject })
}

/** Whether something sent contains a value whose form depends on the format: a date, bytes, a big integer, a class. */
export function holdsConverted(sent: SentTypes, format: SentFormat): boolean {
  return reaches(sent, format, { word: 'converted', type: isConverted })
}

function isConverted(type: FieldType): boolean {
  if (type.kind === 'scalar' || type.kind === 'literals') return !isPlainJson(type)
  return type.kind === 'bytes' || type.kind === 'class'
}

interface Search {
  readonly word: 'own names' | 'converted'
  readonly type?: (type: FieldType) => boolean
  readonly object?: (object: ObjectType) => boolean
}

function reaches({ types, module }: SentTypes, format: SentFormat, wanted: Search): boolean {
  const found = holdersIn(module, format, wanted)
  const { isWanted, names } = partsWithin(types, wanted)
  return isWanted || names.some((name) => found.has(name))
}

const holders = new WeakMap<DtoModule, Map<string, ReadonlySet<string>>>()

/** The named types of a module with something wanted in them or below them; computed once. */
function holdersIn(module: DtoModule, format: SentFormat, wanted: Search): ReadonlySet<string> {
  const known = holders.get(module) ?? new Map<string, ReadonlySet<string>>()
  holders.set(module, known)
  const key = `${wanted.word} ${format}`
  const found = known.get(key) ?? findHolders(module, format, wanted)
  known.set(key, found)
  return found
}

function findHolders(module: DtoModule, format: SentFormat, wanted: Search): ReadonlySet<string> {
  const found = new Set<string>()
  const users = new Map<string, string[]>()
  const add = (name: string, types: readonly FieldType[], isOwn: boolean): void => {
    const { isWanted, names } = partsWithin(types, wanted)
    if (isOwn || isWanted) found.add(name)
    for (const one of names) {
      const of = users.get(one) ?? []
      of.push(name)
      users.set(one, of)
    }
  }
  const objects = new Map([...module.objects, ...module.dtos].map((one) => [one.name, one]))
  for (const [name, object] of objects)
    add(name, sentTypes(object, sentMembers(object, format)), wanted.object?.(object) === true)
  for (const { name, of } of module.recursive) add(name, [of], false)
  // A set visits what is added on the way.
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user)
  return found
}

/** Whether types have a wanted part outside of named types, and the names of those. */
function partsWithin(
  types: readonly FieldType[],
  wanted: Search,
): { readonly isWanted: boolean; readonly names: readonly string[] } {
  const names: string[] = []
  const inType = (type: FieldType): boolean => {
    if (wanted.type?.(type)) return true
    if (type.kind === 'recursive') names.push(type.name)
    else if (type.kind === 'object') names.push(type.name)
    else return partsOf(type).filter(inType).length > 0
    return false
  }
  return { isWanted: types.filter(inType).length > 0, names }
}

/** The types of sent fields, and of undeclared keys. */
export function sentTypes({ index }: ObjectType, fields: readonly BoundField[]): readonly FieldType[] {
  const types = fields.map(({ field }) => field.type)
  return index === undefined ? types : [...types, index.type]
}
