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
import { scalarReaders } from '../scalars.ts'
import { type Code, code, type Item, type Statement } from '../text/code.ts'
import { and, type Condition } from '../text/condition.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { block, when } from '../text/statements.ts'
import {
  classReader,
  keysReader,
  literalsConstant,
  literalsReader,
  scalarReader,
  templateReader,
  transformedReader,
} from '../text-readers.ts'
import {
  describe,
  elementPlace,
  itemPlace,
  namesAt,
  ownPlace,
  recursivePlace,
  valuePlace,
} from '../type-place.ts'
import { decodedType } from '../type-text.ts'
import { branchSwitch, memberArguments, memberCases } from './branches.ts'
import { choiceConstant } from './choice.ts'
import type { DecodedPlace } from './decoded-place.ts'
import { decodedTest, isKnownByKind, memberPlace, noneOf } from './kind-test.ts'
import type { ValueReaders } from './object-members.ts'
import { nestedShape } from './object-reader.ts'
import { at } from './reader-names.ts'

/** A function that reads a value. */
interface Reader {
  readonly name: Code
  /** Its arguments after the value, its key and the reading. */
  readonly others?: () => readonly Item[]
  /** The type of the value, where the function has a wider one. */
  readonly as?: Code | undefined
}

const readerOf: (type: FieldType, place: DecodedPlace, scope: ModuleScope) => Reader = byKind({
  scalar: (type, _, scope) =>
    isTransformed(type)
      ? { name: scope.use('jsonTransformed'), others: () => [transformedReader(type, scope)] }
      : {
          name: scope.use(scalarReaders(type.scalar).json),
          as: type.brand === undefined ? undefined : scope.type(type.brand),
        },
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
    return { name: scope.use('jsonList'), others: () => [decodedReader(element, elementPlace(place), scope)] }
  },
  record: (type, place, scope) => {
    const values = valuePlace(type, place)
    return {
      name: scope.use('jsonRecord'),
      others: () => [decodedReader(type.value, values, scope), ...keysReader(type, scope)],
    }
  },
  tuple: (type, place, scope) => {
    const most = type.rest === undefined ? type.elements.length : code`Infinity`
    return {
      name: scope.use('jsonTuple'),
      others: () => [type.required, most, tupleReader(type, place, scope)],
    }
  },
  union: (type, place, scope) => {
    if (type.tag !== 'fit')
      return { name: ownReader(type, place, scope, () => unionStatements(type, place, scope)) }
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
  value: Code,
  key: Item,
  place: DecodedPlace,
  scope: ModuleScope,
  or?: Code,
): Code {
  if (type.kind === 'nullable')
    return code.either(code`${value} === null`, code`null`, readValue(type.of, value, key, place, scope))
  const { name, others = () => [], as } = readerOf(type, place, scope)
  const call = code`${name}(${[value, key, at, ...others(), ...(or === undefined ? [] : [or])]})`
  return as === undefined ? call : code`${call} as ${as}`
}

/** The name of a function that reads a type; a private function where the runtime has none. */
export function decodedReader(type: FieldType, place: DecodedPlace, scope: ModuleScope): Code {
  if (type.kind === 'scalar' && !isTransformed(type)) return scalarReader(type, 'json', scope)
  const { name, others, as } = readerOf(type, place, scope)
  return others === undefined && as === undefined ? name : valueFunction(type, place, scope)
}

function valueFunction(type: FieldType, place: DecodedPlace, scope: ModuleScope): Code {
  return ownReader(type, place, scope, () => [readStatement(type, place, scope)])
}

function readStatement(type: FieldType, place: DecodedPlace, scope: ModuleScope): Statement {
  return code`return ${readValue(type, code`value`, code`key`, place, scope)}`
}

/** The name of a function that reads JSON in a property's text; `null` has the same meaning as in a body. */
export function jsonTextReader({ type, optional }: Field, place: DecodedPlace, scope: ModuleScope): Code {
  if (holdsNull(type) || !optional) return decodedReader(type, place, scope)
  const body = (): readonly Statement[] => [
    code`if (value === null) return undefined`,
    readStatement(type, place, scope),
  ]
  return ownReader(type, place, scope, body, 'or nothing')
}

function ownReader(
  type: FieldType,
  place: DecodedPlace,
  scope: ModuleScope,
  body: () => readonly Statement[],
  kind: '' | 'or nothing' = '',
): Code {
  const wanted = namesAt('read', place)
  const key = `decoded ${ownPlace(type, place)} ${place.source} ${place.zero} ${describe(type)} ${kind}`
  const text = decodedType(type, place, scope)
  return scope.function(wanted, key, (name) => {
    const result = kind === '' ? text : code`${text} | undefined`
    const parameters = [
      code`value: unknown`,
      code`key: ${scope.use('Key')}`,
      code`at: ${scope.use('Reading')}`,
    ]
    return [block(code`function ${name}(${parameters}): ${result} {`, body())]
  })
}

export const valueReaders: ValueReaders = { readValue, decodedReader, tupleReader }

function shapeOf(object: string, place: DecodedPlace, scope: ModuleScope): Code {
  return nestedShape(object, place, valueReaders, scope)
}

/** The name of the function that reads the elements of a tuple. */
function tupleReader(type: FieldType & { kind: 'tuple' }, place: DecodedPlace, scope: ModuleScope): Code {
  const wanted = namesAt('read', place, 'Elements')
  const key = `tuple ${place.access.flat} ${place.source} ${place.zero} ${describe(type)}`
  return scope.function(wanted, key, (name) => {
    const text = decodedType(type, place, scope)
    const isEmpty = type.elements.length === 0 && type.rest === undefined
    const parameters = isEmpty ? [] : [code`list: readonly unknown[]`, code`at: ${scope.use('Reading')}`]
    return [block(code`function ${name}(${parameters}): ${text} {`, [tupleResult(type, place, text, scope)])]
  })
}

function tupleResult(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  place: DecodedPlace,
  text: Code,
  scope: ModuleScope,
): Statement {
  const items = elements.map((element, i) => {
    const item = itemPlace(place, i)
    if (i < required) return readValue(element, code`list[${i}]`, i, item, scope)
    const read = decodedReader(element, item, scope)
    return code`...${scope.use('jsonRest')}(${[code`list`, i, at, read, i + 1]})`
  })
  if (rest !== undefined) {
    const read = decodedReader(rest, itemPlace(place, elements.length), scope)
    items.push(code`...${scope.use('jsonRest')}(${[code`list`, elements.length, at, read]})`)
  }
  // The compiler cannot tell that an optional element keeps its position.
  const isLoose = items.slice(required).length > 0
  return code`return [${items}]${isLoose ? code` as readonly unknown[] as ${text}` : code``}`
}

function unionStatements(
  type: Exclude<UnionType, FitUnion>,
  place: DecodedPlace,
  scope: ModuleScope,
): readonly Statement[] {
  if (type.tag === 'literal') return [literalSwitch(type, place, scope)]
  return type.tag === 'member' ? [memberSwitch(type, place, scope)] : kindStatements(type, place, scope)
}

function literalSwitch(type: LiteralUnion, place: DecodedPlace, scope: ModuleScope): Statement {
  const values = type.branches.flatMap((branch) => branch.values)
  const known = literalsConstant(namesAt('as', place, capitalized(type.member)), values, scope)
  const objects = type.branches.map((branch) => scope.object(branch.type.name))
  const name = discriminantKey(objects, type.member, place.source) ?? type.member
  const absent = type.branches.find((_, i) => objects[i] && hasDefaultTag(objects[i], type.member))
  const asked: Item[] = [code`value`, code`key`, name, known, at]
  if (absent !== undefined) asked.push(absent.values[0] ?? '')
  const read = type.branches.map((one) => [one.values, readObject(one.type, place, scope)] as const)
  return branchSwitch(code`${scope.use('discriminantOf')}(${asked})`, read, noBranch(scope))
}

function memberSwitch(type: MemberUnion, place: DecodedPlace, scope: ModuleScope): Statement {
  const members = memberArguments(type, place.field, place.source, scope)
  const asked = code`${scope.use('branchMember')}(${[code`value`, code`key`, ...members, at]})`
  const read = (object: ObjectReference): Code => readObject(object, place, scope)
  return branchSwitch(asked, memberCases(type, place.source, read, scope), noBranch(scope))
}

function readObject({ name }: ObjectReference, place: DecodedPlace, scope: ModuleScope): Code {
  return code`${scope.use('jsonObject')}(${[code`value`, code`key`, at, shapeOf(name, place, scope)]})`
}

function noBranch(scope: ModuleScope): Code {
  return code`${scope.use('noBranch')}(value, key, at)`
}

/** The test for a member of a union that is read from an object. */
function objectTest(member: FieldType, scope: ModuleScope): Condition {
  if (member.kind === 'unknown') return and(code`typeof value === 'object'`, code`value !== null`)
  return kindOf(member) === 'object' ? code`${scope.use('hasMembers')}(value, at)` : false
}

/** Dispatches on the kind of the value; the reader of that type reports its issues. */
function kindStatements(type: KindUnion, place: DecodedPlace, scope: ModuleScope): readonly Statement[] {
  const value = code`value`
  const tests = kindTypes(type).flatMap((member) => {
    const isObject = objectTest(member, scope)
    const read = isKnownByKind(member)
      ? value
      : readValue(member, value, code`key`, memberPlace(place, member), scope)
    return when(decodedTest(member, type, value, isObject), [code`return ${read}`])
  })
  return [...tests, code`return ${scope.use('misfit')}(${[value, code`key`, at, noneOf(type, scope)]})`]
}
