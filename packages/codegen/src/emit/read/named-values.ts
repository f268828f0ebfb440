import type { Binding } from '../../model/dto.ts'
import { nonNull } from '../../model/field-type.ts'
import type { FieldPlan, SourcePlan } from '../../plan/source-plan.ts'
import { type Code, code, type FunctionBody, type Item } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { textReader } from '../text-readers.ts'
import { elementPlace, placeOf } from '../type-place.ts'
import { jsonTextReader } from './decoded.ts'
import { readsResult } from './part.ts'
import { at } from './reader-names.ts'
import { withBefore } from './result.ts'
import { textTuple } from './text-tuple.ts'

/** The runtime's readers of a value, of a list, and of JSON, by name. */
interface NamedReaders {
  readonly value: 'uriValue' | 'headerValue'
  readonly list: 'uriList' | 'headerList'
  readonly json: 'uriJson' | 'headerJson'
  /** Their first argument. */
  readonly from: Code
}

const uriReaders: NamedReaders = { value: 'uriValue', list: 'uriList', json: 'uriJson', from: at }
const headerReaders: NamedReaders = {
  value: 'headerValue',
  list: 'headerList',
  json: 'headerJson',
  from: code`headers`,
}

/** The body of the reader for route parameters or header lines, which are read one by one. */
export function namedBody(plan: SourcePlan, scope: ModuleScope): FunctionBody {
  const { source } = plan
  const readers = source === 'uri' ? uriReaders : headerReaders
  const result = readsResult(plan, (one) => readValue(one, plan, readers, scope), scope)
  if (source === 'uri') return result
  const lines = scope.use(source === 'header' ? 'requestHeaders' : 'responseHeaders')
  return withBefore([code`const headers = ${lines}(at)`], result)
}

function readValue(
  { field, binding }: FieldPlan,
  { object: dto, zero }: SourcePlan,
  readers: NamedReaders,
  scope: ModuleScope,
): Code {
  const type = nonNull(field.type)
  const place = placeOf(dto.name, field, scope)
  const start = [readers.from, binding.key]
  if (binding.format === 'json') {
    const read = jsonTextReader(field, { ...place, source: 'json', zero }, scope)
    return code`${scope.use(readers.json)}(${[...start, read]})`
  }
  if (type.kind === 'tuple') {
    const texts = code`${scope.use(readers.list)}(${[...start, scope.use('asText')]})`
    return textTuple(type, texts, binding.key, place, scope)
  }
  if (type.kind !== 'list')
    return code`${scope.use(readers.value)}(${[...start, textReader(type, place, scope)]})`
  const element = textReader(type.element, elementPlace(place), scope)
  return code`${scope.use(readers.list)}(${[...start, element, ...separatorOf(binding)]})`
}

const separators = { csv: ',', pipe: '|', ssv: ' ' } as const

/** The last argument of a list reader: the separator, for a property with a list format. */
export function separatorOf({ format }: Binding): readonly Item[] {
  return format === undefined || format === 'json' ? [] : [separators[format]]
}
