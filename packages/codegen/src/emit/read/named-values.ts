import type { BoundField } from '../../model/bound-fields.ts'
import type { Binding, ObjectType } from '../../model/dto.ts'
import { holdsNull, nonNull } from '../../model/field-type.ts'
import { elementPlace, placeOf, textReader } from '../emit-types.ts'
import { literal } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { jsonTextReader } from './decoded.ts'
import { type Asked, emitPart } from './part.ts'
import { textTuple } from './text-tuple.ts'

/** The runtime's readers of a value, of a list, and of JSON, by name. */
interface NamedReaders {
  readonly value: 'uriValue' | 'headerValue'
  readonly list: 'uriList' | 'headerList'
  readonly json: 'uriJson' | 'headerJson'
  /** Their first argument. */
  readonly from: 'at' | 'headers'
}

const uriReaders: NamedReaders = { value: 'uriValue', list: 'uriList', json: 'uriJson', from: 'at' }
const headerReaders: NamedReaders = {
  value: 'headerValue',
  list: 'headerList',
  json: 'headerJson',
  from: 'headers',
}

/** Emits the body of the reader for route parameters or header lines, which are read one by one. */
export function emitNamedPart(
  dto: ObjectType,
  fields: readonly BoundField[],
  source: 'uri' | 'header' | 'respHeader',
  scope: ModuleScope,
): void {
  const { writer } = scope
  const readers = source === 'uri' ? uriReaders : headerReaders
  if (source !== 'uri') {
    const lines = scope.use(source === 'header' ? 'requestHeaders' : 'responseHeaders')
    writer.line(`const headers = ${lines}(at)`)
  }
  const locals = localNames(
    fields.map(({ field }) => field.name),
    (name) => scope.isTaken(name),
  )
  const asked = fields.map((one): Asked => {
    const read = readValue(one, dto, readers, scope)
    const { field } = one
    const isNullRead = one.binding.format === 'json' && holdsNull(field.type)
    const isAskedTwice =
      isNullRead || (field.optional && field.default === undefined && !one.binding.required)
    if (!isAskedTwice) return { ...one, held: read, value: read, isWhole: false }
    const local = locals.get(field.name) ?? ''
    writer.assign(`const ${local} =`, read)
    return { ...one, held: local, value: local, isWhole: false }
  })
  emitPart(dto, asked, [], { source, zero: dto.missing === 'zero' }, scope)
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
    return `${scope.use(readers.json)}(${start}, ${read})`
  }
  if (type.kind === 'tuple') {
    const texts = `${scope.use(readers.list)}(${start}, ${scope.use('asText')})`
    return textTuple(type, texts, literal(binding.key), place, scope)
  }
  if (type.kind !== 'list') return `${scope.use(readers.value)}(${start}, ${textReader(type, place, scope)})`
  const element = textReader(type.element, elementPlace(place), scope)
  return `${scope.use(readers.list)}(${start}, ${element}${separatorArgument(binding)})`
}

const separators = { csv: "','", pipe: "'|'", ssv: "' '" } as const

/** The last argument of a list reader: the separator, for a property with a list format. */
export function separatorArgument({ format }: Binding): string {
  return format === undefined || format === 'json' ? '' : `, ${separators[format]}`
}
