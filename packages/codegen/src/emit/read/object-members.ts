import type { Field, ObjectType } from '../../model/dto.ts'
import { type FieldType, holdsNull, isNothing, nonNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import { isPlainFallback } from '../../plan/fallback.ts'
import { isReadFromPairs } from '../../plan/source-keys.ts'
import type { FieldPlan, SourcePlan } from '../../plan/source-plan.ts'
import { uncapitalized } from '../../plan/words.ts'
import { hasZero } from '../../plan/zero-value.ts'
import { type Code, code, type Item } from '../text/code.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import { keysOf } from '../text/source-words.ts'
import { decodedType } from '../type-text.ts'
import { absentText, fallbackText } from './absent-text.ts'
import { type DecodedPlace, decodedPlaceOf } from './decoded-place.ts'
import { at, json } from './reader-names.ts'
import { memberText, type ResultMember } from './result.ts'
import { textTuple } from './text-tuple.ts'

/** Readers for values of any type. They recurse: shapes of nested objects request more readers. */
export interface ValueReaders {
  /** The expression that reads a value; `or` is the fallback for an absent value, where {@link takesDefault}. */
  readonly readValue: (
    type: FieldType,
    value: Code,
    key: Item,
    place: DecodedPlace,
    scope: ModuleScope,
    or?: Code,
  ) => Code
  /** The name of a function that reads a value. */
  readonly decodedReader: (type: FieldType, place: DecodedPlace, scope: ModuleScope) => Code
  /** The name of a function that reads the elements of a tuple. */
  readonly tupleReader: (type: FieldType & { kind: 'tuple' }, place: DecodedPlace, scope: ModuleScope) => Code
}

/** The members that a reader takes from a decoded object, and how. */
export interface ObjectReader extends SourcePlan<DecodedPlace['source']> {
  /** The base of its name. */
  readonly wanted: string
  readonly values: ValueReaders
}

/** The result for a member. */
export function readMember(one: FieldPlan, reader: ObjectReader, scope: ModuleScope): ResultMember {
  const { field, binding, fallback: of, isListAsked } = one
  const { type, optional } = field
  const { key } = binding
  const member = memberText(json, key, isInherited(key), scope)
  if (isNothing(type)) return { field, value: readPresent(one, member, reader, scope) }
  const nullIsAbsent = optional && !holdsNull(type)
  if (of.kind === 'nothing') {
    const value =
      type.kind === 'nullable' && !isText(reader)
        ? code.either(
            code`${member} === null`,
            code`null`,
            readPresent({ ...one, field: { ...field, type: type.of } }, member, reader, scope),
          )
        : readPresent(one, member, reader, scope)
    return { field, value, onlyIf: code`${member} ${nullIsAbsent ? code`!= null` : code`!== undefined`}` }
  }
  const isTaken = of.kind === 'value' && isPlainFallback(of.value, type) && takesDefault(type)
  if (isTaken && binding.format !== 'json') {
    const value = nullIsAbsent ? code`${member} ?? undefined` : member
    const place = decodedPlaceOf(reader.object, field, reader, scope)
    const or = fallbackText(of.value, field, reader.object.name, scope)
    return { field, value: reader.values.readValue(type, value, key, place, scope, or) }
  }
  const isRead = isText(reader) && isReadFromPairs(nonNull(type), binding)
  if (of.kind === 'issue' && of.below.length === 0 && !isRead && !isListAsked) {
    const value = nullIsAbsent ? code`${member} ?? undefined` : member
    return { field, value: readPresent(one, value, reader, scope) }
  }
  const isAbsent = code`${member} ${nullIsAbsent ? code`== null` : code`=== undefined`}`
  const otherwise = absentText(of, { field, owner: reader.object.name, key: binding.key }, scope)
  return { field, value: code.either(isAbsent, otherwise, readPresent(one, member, reader, scope)) }
}

/** The expression that reads a member. In a text source, pairs have been read already, and tuples are still text. */
function readPresent(
  { field, binding }: Pick<FieldPlan, 'field' | 'binding'>,
  member: Code,
  reader: ObjectReader,
  scope: ModuleScope,
): Code {
  const { object } = reader
  const place = decodedPlaceOf(object, field, reader, scope)
  const type = nonNull(field.type)
  if (isText(reader) && isReadFromPairs(type, binding))
    return code`${member} as ${decodedType(field.type, place, scope)}`
  if (isText(reader) && type.kind === 'tuple')
    return code.firstPresent([
      textTuple(type, code`${member} as string[]`, binding.key, place, scope),
      code`${at}.required(${binding.key})`,
    ])
  if (isText(reader) && isListOfObjects(type) && reader.zero && hasZero(type.element, reader.source, scope))
    return reader.values.readValue(
      type,
      code`${scope.use('withoutGaps')}(${member})`,
      binding.key,
      place,
      scope,
    )
  return reader.values.readValue(isText(reader) ? type : field.type, member, binding.key, place, scope)
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
export function sparseMembers(reader: ObjectReader, scope: ModuleScope): Code {
  const { object, fields, source } = reader
  const kind = source === 'json' ? '' : source
  const members = fields.map(({ field, binding }) => {
    const place = decodedPlaceOf(object, field, reader, scope)
    const parts: Item[] = [binding.key, field.name, reader.values.decodedReader(field.type, place, scope)]
    if (!field.optional || holdsNull(field.type)) parts.push(null)
    return code`[${parts}]`
  })
  const keys = keysOf(
    object,
    fields.map(({ field }) => field),
    scope,
  )
  const make = code`${scope.use('JsonMembers')}<${scope.ownType(object.name)}, ${keys}>`
  const wanted = uncapitalized(`${kind}${object.name}Members`)
  return scope.constant(wanted, code`${pureMark}new ${make}(${members})`)
}

/** A member that has a fallback or an issue when absent. */
export function neededMember(
  { field, binding, fallback: of }: FieldPlan,
  reader: ObjectReader,
  scope: ModuleScope,
): readonly ResultMember[] {
  if (of.kind === 'nothing') return []
  const member = code.member(code`some`, field.name)
  const otherwise = absentText(of, { field, owner: reader.object.name, key: binding.key }, scope)
  const isNullable = holdsNull(field.type)
  return [
    {
      field,
      value: isNullable
        ? code.either(code`${member} !== undefined`, member, otherwise)
        : code.firstPresent([member, otherwise]),
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
