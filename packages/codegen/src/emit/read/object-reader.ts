import {
  bigintsOf,
  bindingsOf,
  boundFields,
  leftOutFields,
  memberFields,
  readsIndex,
} from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import {
  type DecodedSource,
  isBodySource,
  isDecoded,
  lacksEmptyLists,
  type Source,
} from '../../model/source.ts'
import { isStrictInside } from '../../model/unknown-keys.ts'
import { fallbackOf } from '../../plan/fallback.ts'
import type { ShapeKind } from '../../plan/shape/shape-kind.ts'
import { hasOtherReader } from '../../plan/source-keys.ts'
import { uncapitalized } from '../../plan/words.ts'
import { othersPlace } from '../emit-types.ts'
import { exactOptions } from '../schema/about-text.ts'
import { isShareable, shapeConstant, sharedShape } from '../schema/shapes.ts'
import { sharesReader } from '../shared-types.ts'
import { type Code, code, eachName, type FunctionBody, filled, key, type Name } from '../text/code.ts'
import { type FunctionText, type ModuleScope, pureMark } from '../text/module-scope.ts'
import { keysOf, resultType } from '../text/source-words.ts'
import { absentText } from './absent-text.ts'
import { type DecodedPlace, decodedWords } from './decoded-place.ts'
import {
  isSparse,
  neededMember,
  type ObjectReader,
  readMember,
  sparseMembers,
  type ValueReaders,
} from './object-members.ts'
import { at, json } from './reader-names.ts'
import {
  type OpenResult,
  openCopy,
  openResult,
  type ResultMember,
  resultOf,
  statementsOf,
  withBefore,
} from './result.ts'

/** The constant for a nested object type. */
export function nestedShape(
  name: string,
  place: DecodedPlace,
  values: ValueReaders,
  scope: ModuleScope,
): Code {
  const object = scope.object(name)
  const zero = place.zero || object.missing === 'zero'
  // Sources share a reader unless they differ in keys or in notation.
  const source = hasOtherReader(object, place.source, scope) ? place.source : 'json'
  const isAsDto = source === 'json' && zero === (object.missing === 'zero')
  if (object.from !== undefined && isAsDto && sharesReader(object) && isShareable(object, scope))
    return sharedShape(object, object.from, scope)
  const fields = memberFields(object, source)
  const orZero = zero && object.missing !== 'zero' ? 'OrZero' : ''
  const wanted = `${object.name}${decodedWords[source] ?? ''}${orZero}`
  const absent = leftOutFields(object, source)
  return constantOf({ object, fields, absent, source, zero, wanted, values, isDto: false }, scope)
}

/** The constant for a DTO in a decoded body. */
export function dtoShape(
  dto: ObjectType,
  format: DecodedSource,
  values: ValueReaders,
  scope: ModuleScope,
): Code {
  return constantOf(dtoReader(dto, format, values, scope), scope)
}

/** {@link dtoShape} with the properties that only other formats have, which are absent. */
export function bodyShape(
  dto: ObjectType,
  format: DecodedSource,
  others: readonly Field[],
  values: ValueReaders,
  scope: ModuleScope,
): Code {
  const own = dtoReader(dto, format, values, scope)
  const missed = missedMembers(dto, format, others, scope)
  if (missed.length === 0) return constantOf(own, scope)
  const fields = [...own.fields.map(({ field }) => field), ...others]
  const type = resultType(dto, fields, scope)
  const wanted = `${uncapitalized(own.wanted)}BodyShape`
  const emit = (): FunctionText => {
    const read = code`${constantOf(own, scope)}.read(json, at)`
    const body =
      indexOf(own) === undefined
        ? resultOf(missed, type, scope, read)
        : openResult(missed, type, { start: openCopy(read), result: code`result` }, scope)
    return { parameters: both, body }
  }
  const options = optionsOf(own, scope)
  return shapeConstant(dto, kindOfShape(own), scope, { key: `body ${format}`, emit, type, options, wanted })
}

/** Results for the properties that this body format does not contain but others do. */
export function missedMembers(
  dto: ObjectType,
  format: Source,
  others: readonly Field[],
  scope: ModuleScope,
): readonly ResultMember[] {
  return others.flatMap((field) => {
    const bindings = bindingsOf(dto, field).filter(({ source }) => isBodySource(source))
    const own = bindings.map(({ source }) => source)
    const zero = dto.missing === 'zero'
    // The request could have contained an empty list, so absence is an issue.
    const isListMissing = !zero && isDecoded(format) && !own.every(lacksEmptyLists)
    const sources = isListMissing ? [format] : own
    const required = bindings.some((one) => one.required)
    const of = fallbackOf(field, { zero, sources, required }, scope)
    if (of.kind === 'nothing') return []
    const absent = { field, owner: dto.name, key: keyIn(dto, field, format), property: field.name }
    return [{ field, value: absentText(of, absent, scope) }]
  })
}

/** The name of a property from other formats, for a client that sent this one. */
function keyIn(dto: ObjectType, field: Field, format: Source): string {
  const bindings = bindingsOf(dto, field).filter(({ source }) => isBodySource(source))
  const asking = bindings.find(({ required }) => required) ?? bindings[0]
  return (bindings.find(({ source }) => source === format) ?? asking)?.key ?? field.name
}

/** The reader of a DTO in a decoded body. */
function dtoReader(
  dto: ObjectType,
  format: DecodedSource,
  values: ValueReaders,
  scope: ModuleScope,
): ObjectReader {
  const source = isReadAlike(dto, format, scope) ? 'json' : format
  const fields = boundFields(dto, source)
  const wanted = `${dto.name}${decodedWords[source] ?? ''}`
  const zero = dto.missing === 'zero'
  return { object: dto, fields, absent: [], source, zero, wanted, values, isDto: true }
}

/** Whether a format has the same properties and keys as JSON. */
function isReadAlike(dto: ObjectType, format: DecodedSource, scope: ModuleScope): boolean {
  if (format === 'json') return true
  const usual = boundFields(dto, 'json')
  const fields = boundFields(dto, format)
  return (
    fields.length === usual.length &&
    fields.every(
      ({ field, binding }, i) =>
        field === usual[i]?.field &&
        binding.key === usual[i]?.binding.key &&
        binding.required === usual[i]?.binding.required,
    ) &&
    !hasOtherReader(dto, format, scope)
  )
}

function constantOf(reader: ObjectReader, scope: ModuleScope): Code {
  const { object, fields, absent } = reader
  const type = resultType(object, [...fields.map(({ field }) => field), ...absent], scope)
  return shapeConstant(object, kindOfShape(reader), scope, {
    key: readerKey(reader),
    emit: () => readerText(reader, scope),
    type,
    options: optionsOf(reader, scope),
  })
}

function kindOfShape({ object, fields, source, zero }: ObjectReader): ShapeKind {
  const isWhole = fields === memberFields(object, source)
  const isStrict = isStrictInside(object, false)
  return { source, zero, isChecked: true, isOutput: false, isStrict, part: isWhole ? undefined : 'bound' }
}

function readerKey({ fields, absent, source, zero }: ObjectReader): string {
  const told = fields.map(({ field, binding }) => `${field.name}=${binding.key}=${binding.required}`)
  return `${source} ${zero} ${told.join()} ${absent.map(({ name }) => name).join()}`
}

/** Options of a DTO's own shape: the properties that have other keys, and whether integers must be exact. */
function optionsOf({ object, fields, source }: ObjectReader, { module }: ModuleScope): readonly Code[] {
  if (!module.dtos.some(({ name }) => name === object.name)) return []
  const named = fields
    .filter(({ field, binding }) => field.name !== binding.key)
    .map(({ field, binding }) => code`${key(binding.key)}: ${field.name}`)
  return [
    ...(named.length === 0 ? [] : [code`names: { ${filled(named)} }`]),
    ...(source === 'json' ? exactOptions(bigintsOf(object, module)) : []),
  ]
}

/** The parameters of a reader. */
const both = code`${json}, ${at}`

function readerText(reader: ObjectReader, scope: ModuleScope): FunctionText {
  const { object, fields, absent } = reader
  const index = indexOf(reader)
  const type = resultType(object, [...fields.map(({ field }) => field), ...absent], scope)
  const rest = absent.flatMap((field) => absentMember(field, reader, scope))
  if (isSparse(object)) return sparseText(reader, type, rest, scope)
  const members = [...fields.map((one) => readMember(one, reader, scope)), ...rest]
  if (index !== undefined)
    return { parameters: both, body: openResult(members, type, othersOf(index, reader, scope), scope) }
  const body = resultOf(members, type, scope)
  return { parameters: parametersOf(body), body }
}

/** The parameters that a reader uses. */
function parametersOf(body: FunctionBody): Code {
  const used = new Set<Name>()
  eachName(statementsOf(body), (name) => used.add(name))
  if (!used.has(at)) return used.has(json) ? json : code``
  return used.has(json) ? both : code`_json, ${at}`
}

/** The reader of an object with many optional properties. */
function sparseText(
  reader: ObjectReader,
  type: Code,
  rest: readonly ResultMember[],
  scope: ModuleScope,
): FunctionText {
  const { object, fields } = reader
  const members = fields.flatMap((one) => neededMember(one, reader, scope))
  const all = fields.map(({ field }) => field)
  const read = code`const some = ${sparseMembers(reader, scope)}.read(json, at)`
  const types = code`${scope.ownType(object.name)}, ${keysOf(object, all, scope)}`
  const others = code`${scope.use('present')}<${types}>(some)`
  return { parameters: both, body: withBefore([read], resultOf([...members, ...rest], type, scope, others)) }
}

/** The index signature, if the source reads it. */
function indexOf({ object, source, isDto }: ObjectReader): Field | undefined {
  return isDto && !readsIndex(object, source) ? undefined : object.index
}

/** The reader of undeclared keys. It skips the keys of members and the names of properties. */
function othersOf({ type }: Field, reader: ObjectReader, scope: ModuleScope): OpenResult {
  const { object, fields, source, zero, values } = reader
  const keys = new Set([
    ...fields.map(({ binding }) => binding.key),
    ...object.fields.map(({ name }) => name),
  ])
  const read = values.decodedReader(type, { ...othersPlace(object, scope), source, zero }, scope)
  const set = code`${pureMark}new Set([${filled([...keys])}])`
  const known = scope.constant(`${uncapitalized(object.name)}Known`, set)
  return {
    start: code`Object.create(null)`,
    result: code`${scope.use('jsonOthers')}(${[code`result`, json, at, known, read]})`,
  }
}

/** A property that the source does not contain or excludes. */
function absentMember(
  field: Field,
  { object, source, zero }: ObjectReader,
  scope: ModuleScope,
): readonly ResultMember[] {
  const of = fallbackOf(field, { zero, sources: [source], required: false }, scope)
  if (of.kind === 'nothing') return []
  return [{ field, value: absentText(of, { field, owner: object.name, key: field.name }, scope) }]
}
