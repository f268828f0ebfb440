import {
  type BoundField,
  bigintsOf,
  bindingsOf,
  bodyFormats,
  boundFields,
  leftOutFields,
  memberFields,
  readsIndex,
} from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { type FieldType, holdsNull, isNothing, nonNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import {
  type DecodedSource,
  isBodySource,
  isDecoded,
  lacksEmptyLists,
  type Source,
} from '../../model/source.ts'
import { isStrictInside } from '../../model/unknown-keys.ts'
import { type Fallback, fallbackOf, isPlainFallback } from '../../plan/fallback.ts'
import { exactOptions, type ShapeKind } from '../../plan/shape/shape-kind.ts'
import { hasOtherReader, isReadFromPairs } from '../../plan/source-keys.ts'
import { uncapitalized } from '../../plan/words.ts'
import { hasZero } from '../../plan/zero-value.ts'
import { decodedType } from '../emit-types.ts'
import { isShareable, shapeConstant, sharedShape } from '../schema/shapes.ts'
import { sharesReader } from '../shared-types.ts'
import { either, firstPresent, flat } from '../text/item.ts'
import { codeWords, literal, propertyAccess, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysOf, resultType } from '../text/source-words.ts'
import { absentText, fallbackText } from './absent-text.ts'
import { type DecodedPlace, decodedPlaceOf, decodedWords } from './decoded-place.ts'
import {
  emitOpenResult,
  emitResult,
  memberText,
  type OpenResult,
  openCopy,
  type ResultMember,
} from './result.ts'
import { textTuple } from './text-tuple.ts'

/** Readers for values of any type. They recurse: shapes of nested objects request more readers. */
export interface ValueReaders {
  /** The expression that reads a value; `or` is the fallback for an absent value, where {@link takesDefault}. */
  readonly readValue: (
    type: FieldType,
    value: string,
    key: string,
    place: DecodedPlace,
    scope: ModuleScope,
    or?: string,
  ) => string
  /** The name of a function that reads a value. */
  readonly decodedReader: (type: FieldType, place: DecodedPlace, scope: ModuleScope) => string
  /** The name of a function that reads the elements of a tuple. */
  readonly tupleReader: (
    type: FieldType & { kind: 'tuple' },
    place: DecodedPlace,
    scope: ModuleScope,
  ) => string
}

/** The members that a reader takes from a decoded object, and how. */
interface ObjectReader {
  readonly object: ObjectType
  readonly fields: readonly BoundField[]
  /** Properties of the result that the source does not contain. */
  readonly absent: readonly Field[]
  readonly source: DecodedPlace['source']
  /** Whether absent members become zero values. */
  readonly zero: boolean
  /** The base of its name. */
  readonly wanted: string
  readonly values: ValueReaders
  /** Whether it reads a DTO from the source rather than a nested object. */
  readonly isDto: boolean
}

/** The constant for a nested object type. */
export function nestedShape(
  name: string,
  place: DecodedPlace,
  values: ValueReaders,
  scope: ModuleScope,
): string {
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
): string {
  return constantOf(dtoReader(dto, format, values, scope), scope)
}

/** {@link dtoShape} with the properties that only other formats have, which are absent. */
export function bodyShape(
  dto: ObjectType,
  format: DecodedSource,
  others: readonly Field[],
  values: ValueReaders,
  scope: ModuleScope,
): string {
  const own = dtoReader(dto, format, values, scope)
  const missed = missedMembers(dto, format, others, scope)
  if (missed.length === 0) return constantOf(own, scope)
  const fields = [...own.fields.map(({ field }) => field), ...others]
  const type = resultType(dto, fields, scope)
  const name = scope.function(`read${own.wanted}Body`, `body ${dto.name} ${format}`, (name) => {
    const parameters = [`json: ${scope.use('JsonObject')}`, `at: ${scope.use('Reading')}`]
    scope.writer.list(`function ${name}(`, parameters, `): ${type} {`)
    scope.writer.indented(() => {
      const read = `${readerName(own, scope)}(json, at)`
      if (indexOf(own) === undefined) emitResult(missed, '', scope, read)
      else emitOpenResult(missed, type, { start: openCopy(read), result: 'result' }, scope)
    })
    scope.writer.line('}')
  })
  const wanted = `${uncapitalized(own.wanted)}BodyShape`
  return shapeConstant(dto, kindOfShape(own), scope, { name, type, options: optionsOf(own, scope), wanted })
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

function constantOf(reader: ObjectReader, scope: ModuleScope): string {
  const { object, fields, absent } = reader
  const type = resultType(object, [...fields.map(({ field }) => field), ...absent], scope)
  const name = readerName(reader, scope)
  return shapeConstant(object, kindOfShape(reader), scope, { name, type, options: optionsOf(reader, scope) })
}

function kindOfShape({ object, fields, source, zero }: ObjectReader): ShapeKind {
  const isWhole = fields === memberFields(object, source)
  const isStrict = isStrictInside(object, false)
  return { source, zero, isChecked: true, isOutput: false, isStrict, part: isWhole ? undefined : 'bound' }
}

function readerName(reader: ObjectReader, scope: ModuleScope): string {
  const { object, fields, absent, source, zero, wanted } = reader
  const told = fields.map(({ field, binding }) => `${field.name}=${binding.key}=${binding.required}`)
  const key = `object ${object.name} ${source} ${zero} ${told.join()} ${absent.map(({ name }) => name).join()}`
  // A property of that name may have a reader.
  const names = [`read${wanted}`, `read${wanted}Object`]
  return scope.function(names, key, (own) => emitReader(own, reader, scope))
}

/** Options of a DTO's own shape: the properties that have other keys, and whether integers must be exact. */
function optionsOf({ object, fields, source }: ObjectReader, { module }: ModuleScope): readonly string[] {
  if (!module.dtos.some(({ name }) => name === object.name)) return []
  const named = fields
    .filter(({ field, binding }) => field.name !== binding.key)
    .map(({ field, binding }) => `${propertyKey(binding.key)}: ${literal(field.name)}`)
  return [
    ...(named.length === 0 ? [] : [`names: { ${named.join(', ')} }`]),
    ...(source === 'json' ? exactOptions[bigintsOf(object, module)] : []),
  ]
}

function emitReader(name: string, reader: ObjectReader, scope: ModuleScope): void {
  const { object, fields, absent } = reader
  const { writer } = scope
  scope.make(object)
  const index = indexOf(reader)
  const type = resultType(object, [...fields.map(({ field }) => field), ...absent], scope)
  const rest = absent.flatMap((field) => absentMember(field, reader, scope))
  const sparse = isSparse(object) ? sparseMembers(reader, scope) : undefined
  const members = fields.flatMap((one) =>
    sparse === undefined ? [readMember(one, reader, scope)] : neededMember(one, reader, scope),
  )
  const all = [...members, ...rest]
  const words = all.flatMap(({ value, onlyIf = '' }) => codeWords(`${onlyIf} ${flat(value)}`))
  const isWhole = sparse !== undefined || index !== undefined
  const nameOf = (parameter: string): string =>
    isWhole || words.includes(parameter) ? parameter : `_${parameter}`
  const parameters = [
    `${nameOf('json')}: ${scope.use('JsonObject')}`,
    `${nameOf('at')}: ${scope.use('Reading')}`,
  ]
  writer.list(`function ${name}(`, parameters, `): ${type} {`)
  writer.indented(() => {
    if (index !== undefined) {
      emitOpenResult(all, type, othersOf(index, reader, scope), scope)
      return
    }
    if (sparse === undefined) {
      emitResult(all, type, scope)
      return
    }
    writer.line(`const some = ${sparse}.read(json, at)`)
    const keys = keysOf(
      object,
      fields.map(({ field }) => field),
      scope,
    )
    emitResult(all, type, scope, `${scope.use('present')}<${object.name}, ${keys}>(some)`)
  })
  writer.line('}')
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
  const access = `${object.name}[number]`
  const read = values.decodedReader(
    type,
    { field: `${object.name}Others`, access, isPresent: false, source, zero },
    scope,
  )
  const items = [...keys].map(literal)
  const known = scope.constant(`${uncapitalized(object.name)}Known`, { kind: 'set', items })
  return {
    start: 'Object.create(null)',
    result: `${scope.use('jsonOthers')}(result, json, at, ${known}, ${read})`,
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

function absenceOf(
  { field, binding }: BoundField,
  { source, zero }: ObjectReader,
  scope: ModuleScope,
): Fallback {
  return fallbackOf(field, { zero, sources: [source], required: binding.required }, scope)
}

function readMember(one: BoundField, reader: ObjectReader, scope: ModuleScope): ResultMember {
  const { field, binding } = one
  const { type, optional } = field
  const key = literal(binding.key)
  const held = memberText('json', binding.key, isInherited(binding.key), scope)
  if (isNothing(type)) return { field, value: readHeld(one, held, reader, scope) }
  const of = absenceOf(one, reader, scope)
  const nullIsAbsent = optional && !holdsNull(type)
  if (of.kind === 'nothing') {
    return {
      field,
      value: readHeld(one, held, reader, scope),
      onlyIf: `${held} ${nullIsAbsent ? '!= null' : '!== undefined'}`,
    }
  }
  const isTaken = of.kind === 'value' && isPlainFallback(of.value, type) && takesDefault(type)
  if (isTaken && binding.format !== 'json') {
    const value = nullIsAbsent ? `${held} ?? undefined` : held
    const place = decodedPlaceOf(reader.object, field, reader)
    const or = fallbackText(of.value, field, reader.object.name, scope)
    return { field, value: reader.values.readValue(type, value, key, place, scope, or) }
  }
  // Without a body the reader of a list takes it as empty, if the DTO has forms or XML.
  const isRequiredList = nonNull(type).kind === 'list' && (binding.required || isOnlyDecoded(field, reader))
  const isRead = isText(reader) && isReadFromPairs(nonNull(type), binding)
  if (of.kind === 'issue' && of.below.length === 0 && !isRead && !isRequiredList) {
    const value = nullIsAbsent ? `${held} ?? undefined` : held
    return { field, value: readHeld(one, value, reader, scope) }
  }
  const isAbsent = `${held} ${nullIsAbsent ? '== null' : '=== undefined'}`
  const otherwise = absentText(of, { field, owner: reader.object.name, key: binding.key }, scope)
  return { field, value: either(isAbsent, otherwise, readHeld(one, held, reader, scope)) }
}

/** Whether a DTO has forms or XML, and the property is in no source that lacks empty lists. */
function isOnlyDecoded(field: Field, { object, isDto }: ObjectReader): boolean {
  const own = bindingsOf(object, field).map(({ source }) => source)
  return isDto && bodyFormats(object).some(lacksEmptyLists) && !own.some(lacksEmptyLists)
}

/** The expression that reads a member. In a text source, pairs have been read already, and tuples are still text. */
function readHeld(
  { field, binding }: BoundField,
  held: string,
  reader: ObjectReader,
  scope: ModuleScope,
): string {
  const { object } = reader
  const place = decodedPlaceOf(object, field, reader)
  const type = nonNull(field.type)
  if (isText(reader) && isReadFromPairs(type, binding))
    return `${held} as ${decodedType(field.type, place, scope)}`
  if (isText(reader) && type.kind === 'tuple')
    return `${textTuple(type, `${held} as string[]`, literal(binding.key), place, scope)} ?? at.required(${literal(binding.key)})`
  if (isText(reader) && isListOfObjects(type) && reader.zero && hasZero(type.element, reader.source, scope))
    return reader.values.readValue(
      type,
      `${scope.use('withoutGaps')}(${held})`,
      literal(binding.key),
      place,
      scope,
    )
  return reader.values.readValue(isText(reader) ? type : field.type, held, literal(binding.key), place, scope)
}

/** Whether the reader of a type takes a fallback for an absent value. */
function takesDefault(type: FieldType): boolean {
  return ['literals', 'template'].includes(type.kind) || (type.kind === 'scalar' && type.scalar !== 'Date')
}

/** Whether the members come from pairs. */
function isText({ source }: ObjectReader): boolean {
  return source === 'form' || source === 'query'
}

function isListOfObjects(type: FieldType): type is FieldType & { kind: 'list' } {
  return type.kind === 'list' && nonNull(type.element).kind === 'object'
}

/** The constant with the readers of the members, for an object with many optional ones. */
function sparseMembers(reader: ObjectReader, scope: ModuleScope): string {
  const { object, fields, source } = reader
  const kind = source === 'json' ? '' : source
  const members = fields.map(({ field, binding }) => {
    const place = decodedPlaceOf(object, field, reader)
    const parts = [
      literal(binding.key),
      literal(field.name),
      reader.values.decodedReader(field.type, place, scope),
    ]
    if (!field.optional || holdsNull(field.type)) parts.push('null')
    return `[${parts.join(', ')}]`
  })
  const keys = keysOf(
    object,
    fields.map(({ field }) => field),
    scope,
  )
  return scope.constant(uncapitalized(`${kind}${object.name}Members`), {
    kind: 'call',
    make: 'JsonMembers',
    isNew: true,
    types: `${object.name}, ${keys}`,
    items: members,
    isTall: true,
  })
}

/** A member that has a fallback or an issue when absent. */
function neededMember(one: BoundField, reader: ObjectReader, scope: ModuleScope): readonly ResultMember[] {
  const { field, binding } = one
  const of = absenceOf(one, reader, scope)
  if (of.kind === 'nothing') return []
  const held = propertyAccess('some', field.name)
  const otherwise = absentText(of, { field, owner: reader.object.name, key: binding.key }, scope)
  const isNullable = holdsNull(field.type)
  return [
    {
      field,
      value: isNullable ? either(`${held} !== undefined`, held, otherwise) : firstPresent([held, otherwise]),
    },
  ]
}

/**
 * Most optional properties that are looked up one by one. With more, the reader iterates over the present keys: objects
 * with different key sets have different hidden classes, and lookups of absent keys cost V8 half a microsecond each. With
 * 50 properties, all present, lookups were a tenth faster.
 */
const maxLookedFor = 32

/** Whether an object has so many optional properties that its reader iterates over the present keys. */
export function isSparse({ fields, index }: ObjectType): boolean {
  if (index !== undefined) return false
  return fields.filter(mayStayOut).length > maxLookedFor && !fields.some(({ name }) => isInherited(name))
}

function mayStayOut(field: Field): boolean {
  return field.optional && field.default === undefined
}
