import { discriminantKey, hasDefaultTag } from '../../model/bound-fields.ts'
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
import { nestedShape, type ValueReaders } from './object-reader.ts'

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
  const call = (name: string, ...more: readonly string[]): string =>
    `${name}(${[value, key, 'at', ...more].join(', ')})`
  const others = or === undefined ? [] : [or]
  switch (type.kind) {
    case 'nullable':
      return `${value} === null ? null : ${readValue(type.of, value, key, place, scope)}`
    case 'scalar': {
      if (isTransformed(type))
        return call(scope.use('jsonTransformed'), transformedReader(type, scope), ...others)
      const read = call(scope.use(scalarReaders(type.scalar).json), ...others)
      return type.brand === undefined ? read : `${read} as ${scope.useBrand(type.brand)}`
    }
    case 'literals':
      return call(scope.use('jsonOneOf'), literalsReader(type, place, scope), ...others)
    case 'template':
      return call(scope.use('jsonTemplate'), templateReader(type, place, scope), ...others)
    case 'class':
      return call(scope.use('jsonParsed'), classReader(type, scope))
    case 'object':
      return call(scope.use('jsonObject'), shapeOf(type.name, place, scope))
    case 'list': {
      if (isAnyText(type.element)) return call(scope.use('jsonStrings'))
      if (isAnyNumber(type.element)) return call(scope.use('jsonNumbers'))
      if (type.element.kind === 'object')
        return call(scope.use('jsonObjects'), shapeOf(type.element.name, place, scope))
      const element = { ...place, ...elementPlace(place) }
      return call(scope.use('jsonList'), decodedReader(type.element, element, scope))
    }
    case 'record': {
      const values = { ...place, ...valuePlace(type, place) }
      return call(
        scope.use('jsonRecord'),
        decodedReader(type.value, values, scope),
        ...keysReader(type, scope),
      )
    }
    case 'unknown': {
      const read = call(scope.use(type.isObject ? 'jsonObjectOrList' : 'jsonUnknown'))
      return type.isAlias ? `${read} as ${decodedType(type, place, scope)}` : read
    }
    case 'tuple': {
      const most = type.rest === undefined ? String(type.elements.length) : 'Infinity'
      return call(scope.use('jsonTuple'), String(type.required), most, tupleReader(type, place, scope))
    }
    case 'union':
      if (type.tag === 'fit')
        return call(
          scope.use(kindOf(type) === 'array' ? 'jsonLists' : 'jsonChoice'),
          choiceConstant(type, place, valueReaders, scope),
        )
      return call(decodedReader(type, place, scope))
    default:
      return call(decodedReader(type, place, scope))
  }
}

/** The name of a function that reads a type; a private function where the runtime has none. */
export function decodedReader(type: FieldType, place: DecodedPlace, scope: ModuleScope): string {
  switch (type.kind) {
    case 'scalar':
      if (isTransformed(type)) break
      return scalarReader(type, 'json', scope)
    case 'recursive':
      return decodedReader(scope.recursive(type.name), recursivePlace(type, place, scope), scope)
    case 'bytes':
      return scope.use('jsonBytes')
    case 'file':
      return scope.use('jsonFile')
    case 'unknown':
      if (type.isAlias) break
      return scope.use(type.isObject ? 'jsonObjectOrList' : 'jsonUnknown')
    case 'union':
      if (type.tag === 'fit') break
      return ownReader(type, place, scope, () => emitUnion(type, place, scope))
    case 'list':
      if (isAnyText(type.element)) return scope.use('jsonStrings')
      if (isAnyNumber(type.element)) return scope.use('jsonNumbers')
      break
  }
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
