import { bodyFormats, boundFields, boundSources, isRead, sourcesOf } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { isBodySource, isDecoded, type Source } from '../../model/source.ts'
import { sourceWords, uncapitalized } from '../../plan/words.ts'
import { emitDtoObject } from '../emit-dto-object.ts'
import { emitSentDto, emitStringify } from '../emit-stringify.ts'
import { checkerOf, emitValidate, exportedValidator, partValidator } from '../rules/check.ts'
import { isAsyncObject } from '../rules/rules-below.ts'
import { sentShape } from '../schema/schema.ts'
import { namedDto, writeExported, writeSummary } from '../text/exported.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import { keysOf } from '../text/source-words.ts'
import { allReader, allSources, bodyType, onlySource } from './all-reader.ts'
import { valueReaders } from './decoded.ts'
import { bodyShape, dtoShape } from './object-reader.ts'
import { placesArguments } from './places.ts'
import { bodyReader, sourceReader } from './source-reader.ts'

/** An exported binder of a DTO. */
interface Binder {
  /** The words between `bind` and the name of the DTO. */
  readonly words: string
  readonly fields: readonly Field[]
  /** The function that makes it, where its rules are synchronous, and its argument. */
  readonly make: RuntimeName
  readonly from: string
  /** The reader, for a binder that needs nothing else. */
  readonly read: () => string
  /** The sources of its properties, unless the function that makes it knows them. */
  readonly place: (() => string) | undefined
}

/** Emits all exports of one DTO. */
export function emitBinders(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  writer.blank()
  if (isRead(dto)) {
    emitValidate(dto, checkerOf(dto, dto.fields, '', scope), scope)
    for (const binder of bindersOf(dto, scope)) emitBinder(dto, binder, scope)
    const only = onlySource(dto)
    if (only !== undefined) {
      writeSummary(dto.description, scope)
      writer.line(
        `export const bindAll${dto.name}: ${binderType(dto, dto.fields, scope)} = bind${sourceWords[only][0]}${dto.name}`,
      )
    }
  }
  if (dto.isSent) emitStringify(dto, scope)
  writer.blank()
  if (isRead(dto)) emitDtoObject(dto, scope)
  else emitSentDto(dto, sentShape(dto, scope), scope)
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

/** The runtime's functions for a decoded format. */
export const decodedNames = {
  json: { make: 'jsonBinder', read: 'readJson' },
  msgpack: { make: 'msgPackBinder', read: 'readMsgPack' },
  cbor: { make: 'cborBinder', read: 'readCbor' },
} as const

/** The readers of each body format; properties that only other formats have are absent. */
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

/** The optional properties of a body, unless the runtime knows them from the shape of a decoded format. */
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
  const isAll = fields.length === dto.fields.length
  const validator = check && (isAll ? exportedValidator(dto, check) : partValidator(check, scope))
  const rules = validator === undefined ? [] : [validator, ...places]
  const items = isAsync
    ? [literal(name), namedDto(dto, scope), read(), ...rules]
    : [namedDto(dto, scope), from, ...rules]
  const isOfBody = make === 'bodyBinder' || make === 'allBinder'
  const made = scope.use(isAsync ? 'asyncBinder' : make) + (isOfBody ? bodyType(dto, scope) : '')
  writeSummary(dto.description, scope)
  writeExported(`${name}: ${binderType(dto, fields, scope)}`, made, items, scope)
}

function binderType(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  const type = scope.use(isAsyncObject(dto, scope.module) ? 'AsyncBinder' : 'Binder')
  const isAll = fields.length === dto.fields.length
  return `${type}<${dto.name}${isAll ? '' : `, ${keysOf(dto, fields, scope)}`}>`
}
