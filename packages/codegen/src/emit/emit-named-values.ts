import type { BoundField } from '../model/bound-fields.ts'
import type { Binding, ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import { jsonTextReader } from './emit-decoded.ts'
import { emitDraftLiteral } from './emit-object.ts'
import { elementPlace, itemPlace, type Place, placeOf, textReader } from './emit-types.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** The runtime's readers of a value, of a list, and of JSON, by name. */
interface NamedReaders {
  readonly value: 'uriValue' | 'headerValue'
  readonly list: 'uriList' | 'headerList'
  readonly json: 'uriJson' | 'headerJson'
  /** What they read from. */
  readonly from: 'c' | 'headers'
}

const uriReaders: NamedReaders = { value: 'uriValue', list: 'uriList', json: 'uriJson', from: 'c' }
const headerReaders: NamedReaders = {
  value: 'headerValue',
  list: 'headerList',
  json: 'headerJson',
  from: 'headers',
}

/** Emits what takes the properties of a DTO out of the route parameters. */
export function emitUriDraft(dto: ObjectType, fields: readonly BoundField[], scope: ModuleScope): void {
  emitDraft(dto, fields, uriReaders, scope)
}

/** Emits what takes the properties of a DTO out of header lines. */
export function emitHeaderDraft(
  dto: ObjectType,
  fields: readonly BoundField[],
  source: 'header' | 'respHeader',
  scope: ModuleScope,
): void {
  scope.writer.line(
    `const headers = ${scope.use(source === 'header' ? 'requestHeaders' : 'responseHeaders')}(c)`,
  )
  emitDraft(dto, fields, headerReaders, scope)
}

function emitDraft(
  dto: ObjectType,
  fields: readonly BoundField[],
  readers: NamedReaders,
  scope: ModuleScope,
): void {
  emitDraftLiteral(
    dto,
    fields.map((one) => [one.field, readValue(one, dto, readers, scope)]),
    scope,
  )
}

function readValue(
  { field, binding }: BoundField,
  dto: ObjectType,
  readers: NamedReaders,
  scope: ModuleScope,
): string {
  const type = nonNull(field.type)
  const place = placeOf(dto.name, field)
  const start = `${readers.from}, ${literal(binding.key)}`
  if (binding.format === 'json') {
    const read = jsonTextReader(field, { ...place, source: 'json', zero: dto.missing === 'zero' }, scope)
    return `${scope.use(readers.json)}(${start}, ${read}, faults)`
  }
  if (type.kind === 'tuple') {
    const texts = `${scope.use(readers.list)}(${start}, ${scope.use('asText')}, faults)`
    return textTuple(type, texts, literal(binding.key), place, scope)
  }
  if (type.kind !== 'list')
    return `${scope.use(readers.value)}(${start}, ${textReader(type, place, scope)}, faults)`
  const element = textReader(type.element, elementPlace(place), scope)
  return `${scope.use(readers.list)}(${start}, ${element}, faults${separatorArgument(binding)})`
}

/** The expression that makes a tuple of texts. */
export function textTuple(
  type: FieldType & { kind: 'tuple' },
  texts: string,
  key: string,
  place: Place,
  scope: ModuleScope,
): string {
  const readers = type.elements.map((element, i) => textReader(element, itemPlace(place, i), scope))
  const restPlace = itemPlace(place, type.elements.length)
  const rest = type.rest === undefined ? '' : `, ${textReader(type.rest, restPlace, scope)}`
  return `${scope.use('textTuple')}(${texts}, ${key}, faults, [${readers.join(', ')}]${rest})`
}

const separators = { csv: "','", pipe: "'|'", ssv: "' '" } as const

/** The last argument of a list's reader: what one text is split at, when the property says so. */
export function separatorArgument({ format }: Binding): string {
  return format === undefined || format === 'json' ? '' : `, ${separators[format]}`
}
