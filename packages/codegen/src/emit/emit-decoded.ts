import { discriminantKey } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { type FieldType, isAnyNumber, isAnyText } from '../model/field-type.ts'
import { kindOf } from '../model/value-kind.ts'
import { type DecodedPlace, decodedWords } from './decoded-place.ts'
import { emitBranches, memberArguments } from './emit-branches.ts'
import { emitObjectReader, readerParameters } from './emit-decoded-object.ts'
import {
  classReader,
  decodedType,
  elementPlace,
  itemPlace,
  literalsReader,
  scalarReader,
  typeText,
  valuePlace,
} from './emit-types.ts'
import { decodedTest, expectedOf, isKnownByKind, memberPlace } from './kind-test.ts'
import { literal, nameComment } from './literal.ts'
import { capitalized, type ModuleScope } from './module-scope.ts'
import { hasOtherKeys } from './source-keys.ts'

/** The expression that reads a value of a decoded body: `jsonInt(json['age'], 'age', faults)`. */
export function readValue(
  type: FieldType,
  value: string,
  key: string,
  place: DecodedPlace,
  scope: ModuleScope,
): string {
  const call = (name: string, ...more: readonly string[]): string =>
    `${name}(${[value, key, 'faults', ...more].join(', ')})`
  switch (type.kind) {
    case 'nullable':
      return `${value} === null ? null : ${readValue(type.of, value, key, place, scope)}`
    case 'literals':
      return call(scope.use('jsonOneOf'), literalsReader(type, place, scope))
    case 'class':
      return call(scope.use('jsonParsed'), classReader(type, scope))
    case 'list':
      if (isAnyText(type.element)) return call(scope.use('jsonStrings'))
      if (isAnyNumber(type.element)) return call(scope.use('jsonNumbers'))
      return call(
        scope.use('jsonList'),
        decodedReader(type.element, { ...place, ...elementPlace(place) }, scope),
      )
    case 'record':
      return call(
        scope.use('jsonRecord'),
        decodedReader(type.value, { ...place, ...valuePlace(type, place) }, scope),
      )
    default:
      return call(decodedReader(type, place, scope))
  }
}

/** The name of a function that reads a type; one of the file's own where the runtime has none. */
export function decodedReader(type: FieldType, place: DecodedPlace, scope: ModuleScope): string {
  switch (type.kind) {
    case 'scalar':
      return scalarReader(type, 'json', scope)
    case 'bytes':
      return scope.use('jsonBytes')
    case 'object':
      return objectReader(scope.object(type.name), place, scope)
    case 'tuple':
      return ownReader(type, place, scope, () => emitTuple(type, place, scope))
    case 'union':
      return ownReader(type, place, scope, () => emitUnion(type, place, scope))
    case 'byMember':
      return ownReader(type, place, scope, () => emitByMember(type, place, scope))
    case 'anyOf':
      return ownReader(type, place, scope, () => emitAnyOf(type, place, scope))
    case 'list':
      if (isAnyText(type.element)) return scope.use('jsonStrings')
      if (isAnyNumber(type.element)) return scope.use('jsonNumbers')
      break
    case 'file':
      return scope.use('jsonFile')
  }
  return ownReader(type, place, scope, () => {
    scope.writer.line(`return ${readValue(type, 'value', 'key', place, scope)}`)
  })
}

/** The name of a function that reads the JSON in a property's text; `null` is in it what it is in a body. */
export function jsonTextReader({ type, optional }: Field, place: DecodedPlace, scope: ModuleScope): string {
  if (type.kind === 'nullable' || !optional) return decodedReader(type, place, scope)
  const emitBody = (): void => {
    scope.writer.line('if (value === null) return undefined')
    scope.writer.line(`return ${readValue(type, 'value', 'key', place, scope)}`)
  }
  return ownReader(type, place, scope, emitBody, 'or nothing')
}

function ownReader(
  type: FieldType,
  place: DecodedPlace,
  scope: ModuleScope,
  emitBody: () => void,
  kind = '',
): string {
  const word = place.field.replace(/[^A-Za-z0-9_$]/g, '_')
  const wanted = `read${word.charAt(0).toUpperCase()}${word.slice(1)}`
  const key = `decoded ${place.access} ${place.source} ${place.zero} ${describe(type)} ${kind}`
  const text = decodedType(type, place, scope)
  return scope.function(wanted, key, (name) => {
    const { writer } = scope
    writer.line(`/** Reads one value of \`${nameComment(place.field)}\`. */`)
    writer.list(`function ${name}(`, readerParameters(scope), `): ${text} | undefined {`)
    writer.indented(emitBody)
    writer.line('}')
  })
}

function emitTuple(type: FieldType & { kind: 'tuple' }, place: DecodedPlace, scope: ModuleScope): void {
  const { writer } = scope
  const most = type.rest === undefined ? String(type.elements.length) : 'Infinity'
  writer.line(`const list = ${scope.use('enterTuple')}(value, key, ${type.required}, ${most}, faults)`)
  writer.line('if (list === undefined) return undefined')
  const items = type.elements.map((element, i) => {
    const item = { ...place, ...itemPlace(place, i) }
    const read = readValue(element, `list[${i}]`, String(i), item, scope)
    if (i >= type.required) return `...${scope.use('optionalItem')}(${read})`
    return element.kind === 'nullable' ? `(${read}) ?? null` : `${read} ?? faults.missing('${i}')`
  })
  if (type.rest !== undefined) {
    const item = { ...place, ...itemPlace(place, type.elements.length) }
    const read = decodedReader(type.rest, item, scope)
    items.push(`...${scope.use('jsonRest')}(list, ${type.elements.length}, faults, ${read})`)
  }
  const text = typeText(type, place, scope)
  // To the compiler, what is behind an optional element might be in its place.
  const followers = type.elements.length - type.required + (type.rest === undefined ? 0 : 1)
  if (type.required < type.elements.length && followers > 1)
    writer.list('const tuple = [', items, `] as readonly unknown[] as ${text}`)
  else writer.list(`const tuple: ${text} = [`, items, ']')
  writer.line('faults.leave()')
  writer.line('return tuple')
}

function emitUnion(type: FieldType & { kind: 'union' }, place: DecodedPlace, scope: ModuleScope): void {
  const { writer } = scope
  const values = type.branches.flatMap((branch) => branch.values)
  const known = scope.literalsConstant(
    `${capitalized(place.field)}${capitalized(type.discriminant)}`,
    values,
    undefined,
  )
  const objects = type.branches.map(({ object }) => scope.object(object))
  const name = discriminantKey(objects, type.discriminant, place.source) ?? type.discriminant
  const parameters = `value, key, ${literal(name)}, ${known}, faults`
  writer.block(`switch (${scope.use('discriminantOf')}(${parameters})) {`, () => {
    for (const branch of type.branches) {
      const reader = objectReader(scope.object(branch.object), place, scope)
      for (const value of branch.values.slice(0, -1)) writer.line(`case ${literal(value)}:`)
      writer.line(`case ${literal(branch.values.at(-1) ?? '')}: return ${reader}(value, key, faults)`)
    }
    writer.line('default: return undefined')
  })
}

function emitByMember(type: FieldType & { kind: 'byMember' }, place: DecodedPlace, scope: ModuleScope): void {
  const members = memberArguments(type, place.field, place.source, scope)
  const asked = `${scope.use('branchMember')}(value, key, ${members}, faults)`
  const read = (object: string): string =>
    `${objectReader(scope.object(object), place, scope)}(value, key, faults)`
  emitBranches(asked, type, place.source, read, 'undefined', scope)
}

/** Whichever of the types has the kind of what came reads it, and says what is wrong with it. */
function emitAnyOf(type: FieldType & { kind: 'anyOf' }, place: DecodedPlace, scope: ModuleScope): void {
  const { writer } = scope
  for (const member of type.members) {
    const isObject = kindOf(member) === 'object' ? `${scope.use('hasMembers')}(value, faults)` : ''
    const read = isKnownByKind(member)
      ? 'value'
      : readValue(member, 'value', 'key', memberPlace(place, member), scope)
    writer.line(`if (${decodedTest(member, 'value', isObject)}) return ${read}`)
  }
  writer.line(`return value === undefined ? undefined : faults.wrong(key, ${literal(expectedOf(type))})`)
}

/** The function that reads a nested object of a decoded body, all its members at once. */
function objectReader(object: ObjectType, place: DecodedPlace, scope: ModuleScope): string {
  const zero = place.zero || object.missing === 'zero'
  // Formats share a reader unless their tags give the members other keys.
  const source = hasOtherKeys(object, place.source, 'json', scope) ? place.source : 'json'
  const name = `read${object.name}${decodedWords[source]}${zero && object.missing !== 'zero' ? 'OrZero' : ''}`
  return scope.function(name, `decoded object ${object.name} ${source} ${zero}`, (own) =>
    emitObjectReader({ name: own, object, source, zero, readValue, readerOf: decodedReader }, scope),
  )
}

/** A text that is the same for equal types. */
function describe(type: FieldType): string {
  return JSON.stringify(type, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
