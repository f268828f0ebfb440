import { bodyFormats, boundFields, boundSources, isRead, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isBodySource, type Source } from '../model/source.ts'
import { isDecoded } from './decoded-place.ts'
import { allReader, allSources, bodyType, onlySource } from './emit-all-reader.ts'
import { checkerOf } from './emit-check.ts'
import { valueReaders } from './emit-decoded.ts'
import { emitDtoObject } from './emit-dto-object.ts'
import { bodyShape, dtoShape } from './emit-object-reader.ts'
import { placesArguments } from './emit-places.ts'
import { bodyReader, sourceReader } from './emit-source-reader.ts'
import { emitStringify } from './emit-stringify.ts'
import { emitValidate } from './emit-validate.ts'
import { literal } from './literal.ts'
import { type ModuleScope, pureMark, uncapitalized } from './module-scope.ts'
import { isAsyncObject } from './rules-below.ts'
import type { RuntimeName } from './runtime-names.ts'
import { keysOf, sourceWords } from './source-words.ts'

/** An exported binder of a DTO. */
interface Binder {
  /** `bind` + this + the name of the DTO. */
  readonly words: string
  readonly fields: readonly Field[]
  /** What makes it, where its rules are synchronous, and of what. */
  readonly make: RuntimeName
  readonly from: string
  /** What reads, for a binder that is made of that alone. */
  readonly read: () => string
  /** Where its properties come from, unless what makes it knows. */
  readonly place: (() => string) | undefined
}

/** Emits everything about one DTO that is exported. */
export function emitBinders(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  writer.blank()
  if (isRead(dto)) {
    for (const binder of bindersOf(dto, scope)) emitBinder(dto, binder, scope)
    const only = onlySource(dto)
    if (only !== undefined) {
      writer.line(
        `export const bindAll${dto.name}: ${binderType(dto, dto.fields, scope)} = bind${sourceWords[only][0]}${dto.name}`,
      )
    }
    emitValidate(dto, scope)
  }
  if (dto.isSent) emitStringify(dto, scope)
  writer.blank()
  emitDtoObject(dto, scope)
}

function bindersOf(dto: ObjectType, scope: ModuleScope): readonly Binder[] {
  const binders = boundSources(dto).map((source) => sourceBinder(dto, source, scope))
  const formats = bodyFormats(dto)
  const fields = dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource))
  const body = formats.length === 0 ? undefined : bodyText(dto, formats, fields, scope)
  if (body !== undefined) {
    const place = (): string => placesText(dto, fields, ['body'], scope)
    const read = (): string => `(at) => ${scope.use('readBody')}${bodyType(dto, scope)}(at, ${body})`
    binders.push({ words: 'Body', fields, make: 'bodyBinder', from: body, read, place })
  }
  if (onlySource(dto) !== undefined) return binders
  const place = (): string => placesText(dto, dto.fields, dto.order, scope)
  if (
    body !== undefined &&
    fields.length === dto.fields.length &&
    allSources(dto).join() === 'body' &&
    !hasOwnOrder(dto)
  ) {
    const read = (): string => `(at) => ${scope.use('readAnyBody')}${bodyType(dto, scope)}(at, ${body})`
    binders.push({ words: 'All', fields, make: 'allBinder', from: body, read, place })
  } else {
    const read = allReader(dto, body, scope)
    binders.push({ words: 'All', fields: dto.fields, make: 'binder', from: read, read: () => read, place })
  }
  return binders
}

/** Whether `@bindingSource` leaves out the body. */
function hasOwnOrder(dto: ObjectType): boolean {
  return !dto.order.includes('body')
}

function sourceBinder(dto: ObjectType, source: Source, scope: ModuleScope): Binder {
  const fields = boundFields(dto, source).map(({ field }) => field)
  const [words] = sourceWords[source]
  if (isDecoded(source)) {
    const shape = dtoShape(dto, source, valueReaders, scope)
    const read = (): string => `(at) => ${scope.use(decodedNames[source].read)}(at, ${shape})`
    const place = isAsyncObject(dto, scope.module) ? () => literal(source) : undefined
    return { words, fields, make: decodedNames[source].make, from: shape, read, place }
  }
  const read = sourceReader(dto, source, scope)
  return { words, fields, make: 'binder', from: read, read: () => read, place: () => literal(source) }
}

const decodedNames = {
  json: { make: 'jsonBinder', read: 'readJson' },
  msgpack: { make: 'msgPackBinder', read: 'readMsgPack' },
  cbor: { make: 'cborBinder', read: 'readCbor' },
} as const

/** What reads each format of the body, with the properties that only others hold. */
function bodyText(
  dto: ObjectType,
  formats: readonly Source[],
  all: readonly Field[],
  scope: ModuleScope,
): string {
  const members = formats.map((format) => {
    const own = boundFields(dto, format).map(({ field }) => field)
    const others = all.filter((field) => !own.includes(field))
    const reader = isDecoded(format)
      ? bodyShape(dto, format, others, valueReaders, scope)
      : bodyReader(dto, format === 'xml' ? 'xml' : 'form', others, scope)
    return `${format}: ${reader}`
  })
  const optional = optionalNames(dto, formats, all)
  if (optional.length > 0)
    members.push(`optional: ${scope.constant(`optional${dto.name}`, '[', optional.map(literal), ']')}`)
  if (members.length === 1) return `{ ${members.join()} }`
  return scope.constant(`${uncapitalized(dto.name)}Body`, '{', members, '}')
}

/** The properties of a body that may stay out, and that the runtime does not know by the shape of a decoded format. */
function optionalNames(
  dto: ObjectType,
  formats: readonly Source[],
  all: readonly Field[],
): readonly string[] {
  const decoded = formats.find(isDecoded)
  const known = decoded === undefined ? [] : boundFields(dto, decoded).map(({ field }) => field)
  return all
    .filter((field) => field.optional && field.default === undefined && !known.includes(field))
    .map(({ name }) => name)
}

function placesText(
  dto: ObjectType,
  fields: readonly Field[],
  order: ObjectType['order'],
  scope: ModuleScope,
): string {
  return placesArguments(dto, fields, order, scope)[0] ?? "'body'"
}

function emitBinder(
  dto: ObjectType,
  { words, fields, make, from, read, place }: Binder,
  scope: ModuleScope,
): void {
  const name = `bind${words}${dto.name}`
  const check = checkerOf(dto, fields, words === 'All' ? '' : words, scope)
  const isAsync = isAsyncObject(dto, scope.module)
  const places = check === undefined || place === undefined ? [] : [place()].filter((one) => one !== "'body'")
  const rules = check === undefined ? [] : [check.name, ...places]
  const items = isAsync
    ? [literal(name), namedDto(dto, scope), read(), ...rules]
    : [namedDto(dto, scope), from, ...rules]
  const isOfBody = make === 'bodyBinder' || make === 'allBinder'
  const made = scope.use(isAsync ? 'asyncBinder' : make) + (isOfBody ? bodyType(dto, scope) : '')
  const type = binderType(dto, fields, scope)
  const value = `${pureMark}${made}(${items.join(', ')})`
  const start = `export const ${name}: ${type} =`
  if (scope.writer.fits(`  ${value}`)) scope.writer.assign(start, value)
  else scope.writer.filled(`${start} ${pureMark}${made}(`, items, ')')
}

function binderType(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  const type = scope.use(isAsyncObject(dto, scope.module) ? 'AsyncBinder' : 'Binder')
  const isAll = fields.length === dto.fields.length
  return `${type}<${dto.name}${isAll ? '' : `, ${keysOf(dto, fields, scope)}`}>`
}

/** How a binder calls its DTO: by its name, and the alias tag where there is one. */
function namedDto({ name }: ObjectType, { module }: ModuleScope): string {
  if (module.aliasTag === undefined) return literal(name)
  return `{ name: ${literal(name)}, aliasTag: ${literal(module.aliasTag)} }`
}
