import { discriminantKey, hasDefaultTag } from '../../model/bound-fields.ts'
import { byKind } from '../../model/by-kind.ts'
import type { Field } from '../../model/dto.ts'
import {
  type FieldType,
  type FitUnion,
  holdsNull,
  isAnyNumber,
  isAnyText,
  isTransformed,
  type KindUnion,
  kindTypes,
  type LiteralUnion,
  type MemberUnion,
  type ObjectReference,
  type UnionType,
} from '../../model/field-type.ts'
import { kindOf } from '../../model/value-kind.ts'
import { capitalized } from '../../plan/words.ts'
import {
  classReader,
  decodedType,
  describe,
  elementPlace,
  itemPlace,
  keysReader,
  literalsReader,
  namesAt,
  ownPlace,
  recursivePlace,
  scalarReader,
  scalarReaders,
  templateReader,
  transformedReader,
  valuePlace,
} from '../emit-types.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { emitBranches, memberArguments } from './branches.ts'
import { choiceConstant } from './choice.ts'
import type { DecodedPlace } from './decoded-place.ts'
import { decodedTest, isKnownByKind, memberPlace, noneOf } from './kind-test.ts'
import type { ValueReaders } from './object-members.ts'
import { nestedShape } from './object-reader.ts'

/** A function that reads a value. */
interface Reader {
  readonly name: string
  /** Its arguments after the value, its key and the reading. */
  readonly others?: () => readonly string[]
  /** The type of the value, where the function has a wider one. */
  readonly as?: string | undefined
}

const readerOf: (type: FieldType, place: DecodedPlace, scope: ModuleScope) => Reader = byKind({
  scalar: (type, _, scope) =>
    isTransformed(type)
      ? { name: scope.use('jsonTransformed'), others: () => [transformedReader(type, scope)] }
      : { name: scope.use(scalarReaders(type.scalar).json), as: type.brand && scope.useBrand(type.brand) },
  literals: (type, place, scope) => ({
    name: scope.use('jsonOneOf'),
    others: () => [literalsReader(type, place, scope)],
  }),
  template: (type, place, scope) => ({
    name: scope.use('jsonTemplate'),
    others: () => [templateReader(type, place, scope)],
  }),
  class: (type, _, scope) => ({ name: scope.use('jsonParsed'), others: () => [classReader(type, scope)] }),
  object: ({ name }, place, scope) => ({
    name: scope.use('jsonObject'),
    others: () => [shapeOf(name, place, scope)],
  }),
  list: ({ element }, place, scope) => {
    if (isAnyText(element)) return { name: scope.use('jsonStrings') }
    if (isAnyNumber(element)) return { name: scope.use('jsonNumbers') }
    if (element.kind === 'object')
      return { name: scope.use('jsonObjects'), others: () => [shapeOf(element.name, place, scope)] }
    const inside = { ...place, ...elementPlace(place) }
    return { name: scope.use('jsonList'), others: () => [decodedReader(element, inside, scope)] }
  },
  record: (type, place, scope) => {
    const values = { ...place, ...valuePlace(type, place) }
    return {
      name: scope.use('jsonRecord'),
      others: () => [decodedReader(type.value, values, scope), ...keysReader(type, scope)],
    }
  },
  tuple: (type, place, scope) => {
    const most = type.rest === undefined ? String(type.elements.length) : 'Infinity'
    return {
      name: scope.use('jsonTuple'),
      others: () => [String(type.required), most, tupleReader(type, place, scope)],
    }
  },
  union: (type, place, scope) => {
    if (type.tag !== 'fit')
      return { name: ownReader(type, place, scope, () => emitUnion(type, place, scope)) }
    return {
      name: scope.use(kindOf(type) === 'array' ? 'jsonLists' : 'jsonChoice'),
      others: () => [choiceConstant(type, place, valueReaders, scope)],
    }
  },
  nullable: (type, place, scope) => ({ name: valueFunction(type, place, scope) }),
  recursive: (type, place, scope) => ({
    name: decodedReader(scope.recursive(type.name), recursivePlace(type, place, scope), scope),
  }),
  bytes: (_, __, scope) => ({ name: scope.use('jsonBytes') }),
  file: (_, __, scope) => ({ name: scope.use('jsonFile') }),
  unknown: (type, place, scope) => ({
    name: scope.use(type.isObject ? 'jsonObjectOrList' : 'jsonUnknown'),
    as: type.isAlias ? decodedType(type, place, scope) : undefined,
  }),
})

/**
 * The expression that reads a value of a decoded body: `jsonInt(json['age'], 'age', at)`. `or` is the fallback for an
 * absent value, where the reader of the type takes one.
 */
export function readValue(
  type: FieldType,
  value: string,
  key: string,
  place: DecodedPlace,
  scope: ModuleScope,
  or?: string,
): string {
  if (type.kind === 'nullable')
    return `${value} === null ? null : ${readValue(type.of, value, key, place, scope)}`
  const { name, others = () => [], as } = readerOf(type, place, scope)
  const call = `${name}(${[value, key, 'at', ...others(), ...(or === undefined ? [] : [or])].join(', ')})`
  return as === undefined ? call : `${call} as ${as}`
}

/** The name of a function that reads a type; a private function where the runtime has none. */
export function decodedReader(type: FieldType, place: DecodedPlace, scope: ModuleScope): string {
  if (type.kind === 'scalar' && !isTransformed(type)) return scalarReader(type, 'json', scope)
  const { name, others, as } = readerOf(type, place, scope)
  return others === undefined && as === undefined ? name : valueFunction(type, place, scope)
}

function valueFunction(type: FieldType, place: DecodedPlace, scope: ModuleScope): string {
  return ownReader(type, place, scope, () => {
    scope.writer.line(`return ${readValue(type, 'value', 'key', place, scope)}`)
  })
}

/** The name of a function that reads JSON in a property's text; `null` has the same meaning as in a body. */
export function jsonTextReader({ type, optional }: Field, place: DecodedPlace, scope: ModuleScope): string {
  if (holdsNull(type) || !optional) return decodedReader(type, place, scope)
  const emitBody = (): void => {
    scope.writer.line('if (value === null) return undefined')
    scope.writer.line(`return ${readValue(type, 'value', 'key', place, scope)}`)
  }
  return ownReader(type, place, scope, emitBody, 'or nothing')
}

/** The parameters of every reader of a decoded value. */
function readerParameters(scope: ModuleScope): readonly string[] {
  return ['value: unknown', `key: ${scope.use('Key')}`, `at: ${scope.use('Reading')}`]
}

function ownReader(
  type: FieldType,
  place: DecodedPlace,
  scope: ModuleScope,
  emitBody: () => void,
  kind: '' | 'or nothing' = '',
): string {
  const wanted = namesAt('read', place)
  const key = `decoded ${ownPlace(type, place)} ${place.source} ${place.zero} ${describe(type)} ${kind}`
  const text = decodedType(type, place, scope)
  return scope.function(wanted, key, (name) => {
    const { writer } = scope
    const result = kind === '' ? text : `${text} | undefined`
    writer.list(`function ${name}(`, readerParameters(scope), `): ${result} {`)
    writer.indented(emitBody)
    writer.line('}')
  })
}

export const valueReaders: ValueReaders = { readValue, decodedReader, tupleReader }

function shapeOf(object: string, place: DecodedPlace, scope: ModuleScope): string {
  return nestedShape(object, place, valueReaders, scope)
}

/** The name of the function that reads the elements of a tuple. */
function tupleReader(type: FieldType & { kind: 'tuple' }, place: DecodedPlace, scope: ModuleScope): string {
  const wanted = namesAt('read', place, 'Elements')
  const key = `tuple ${place.access} ${place.source} ${place.zero} ${describe(type)}`
  return scope.function(wanted, key, (name) => {
    const { writer } = scope
    const text = decodedType(type, place, scope)
    const isEmpty = type.elements.length === 0 && type.rest === undefined
    const parameters = isEmpty ? [] : ['list: readonly unknown[]', `at: ${scope.use('Reading')}`]
    writer.list(`function ${name}(`, parameters, `): ${text} {`)
    writer.indented(() => emitTuple(type, place, text, scope))
    writer.line('}')
  })
}

function emitTuple(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  place: DecodedPlace,
  text: string,
  scope: ModuleScope,
): void {
  const items = elements.map((element, i) => {
    const item = { ...place, ...itemPlace(place, i) }
    if (i < required) return readValue(element, `list[${i}]`, String(i), item, scope)
    const read = decodedReader(element, item, scope)
    return `...${scope.use('jsonRest')}(list, ${i}, at, ${read}, ${i + 1})`
  })
  if (rest !== undefined) {
    const item = { ...place, ...itemPlace(place, elements.length) }
    const read = decodedReader(rest, item, scope)
    items.push(`...${scope.use('jsonRest')}(list, ${elements.length}, at, ${read})`)
  }
  // The compiler cannot tell that an optional element keeps its position.
  const isLoose = items.slice(required).length > 0
  scope.writer.list('return [', items, isLoose ? `] as readonly unknown[] as ${text}` : ']')
}

function emitUnion(type: Exclude<UnionType, FitUnion>, place: DecodedPlace, scope: ModuleScope): void {
  if (type.tag === 'literal') emitByLiteral(type, place, scope)
  else if (type.tag === 'member') emitByMember(type, place, scope)
  else emitByKind(type, place, scope)
}

function emitByLiteral(type: LiteralUnion, place: DecodedPlace, scope: ModuleScope): void {
  const { writer } = scope
  const values = type.branches.flatMap((branch) => branch.values)
  const known = scope.literalsConstant(namesAt('as', place, capitalized(type.member)), values, undefined)
  const objects = type.branches.map((branch) => scope.object(branch.type.name))
  const name = discriminantKey(objects, type.member, place.source) ?? type.member
  const parameters = ['value', 'key', literal(name), known, 'at']
  const absent = type.branches.find((_, i) => objects[i] && hasDefaultTag(objects[i], type.member))
  if (absent !== undefined) parameters.push(literal(absent.values[0] ?? ''))
  writer.block(`switch (${scope.use('discriminantOf')}(${parameters.join(', ')})) {`, () => {
    for (const branch of type.branches) {
      const read = `${scope.use('jsonObject')}(value, key, at, ${shapeOf(branch.type.name, place, scope)})`
      for (const value of branch.values.slice(0, -1)) writer.line(`case ${literal(value)}:`)
      writer.line(`case ${literal(branch.values.at(-1) ?? '')}: return ${read}`)
    }
    writer.line(`default: return ${scope.use('noBranch')}(value, key, at)`)
  })
}

function emitByMember(type: MemberUnion, place: DecodedPlace, scope: ModuleScope): void {
  const members = memberArguments(type, place.field, place.source, scope)
  const asked = `${scope.use('branchMember')}(value, key, ${members}, at)`
  const read = ({ name }: ObjectReference): string =>
    `${scope.use('jsonObject')}(value, key, at, ${shapeOf(name, place, scope)})`
  emitBranches(asked, type, place.source, read, `${scope.use('noBranch')}(value, key, at)`, scope)
}

/** The test for a member of a union that is read from an object. */
function objectTest(member: FieldType, scope: ModuleScope): string {
  if (member.kind === 'unknown') return "typeof value === 'object' && value !== null"
  return kindOf(member) === 'object' ? `${scope.use('hasMembers')}(value, at)` : ''
}

/** Dispatches on the kind of the value; the reader of that type reports its issues. */
function emitByKind(type: KindUnion, place: DecodedPlace, scope: ModuleScope): void {
  const { writer } = scope
  for (const member of kindTypes(type)) {
    const isObject = objectTest(member, scope)
    const read = isKnownByKind(member)
      ? 'value'
      : readValue(member, 'value', 'key', memberPlace(place, member), scope)
    writer.line(`if (${decodedTest(member, type, 'value', isObject)}) return ${read}`)
  }
  writer.line(`return ${scope.use('misfit')}(value, key, at, ${noneOf(type, scope)})`)
}
