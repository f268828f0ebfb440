import { bigintsOf } from '../../model/bound-fields.ts'
import type { Field } from '../../model/dto.ts'
import type { DecodedSource } from '../../model/source.ts'
import { isStrictInside } from '../../model/unknown-keys.ts'
import type { FormatPlan } from '../../plan/dto-plan.ts'
import type { ShapeKind } from '../../plan/shape/shape-kind.ts'
import { sharesReader } from '../../plan/shared-types.ts'
import { planNested, readAs, type SourcePlan } from '../../plan/source-plan.ts'
import { uncapitalized } from '../../plan/words.ts'
import { exactOptions } from '../schema/about-text.ts'
import { isShareable, shapeConstant, sharedShape } from '../schema/shapes.ts'
import { type Code, code, eachName, type FunctionBody, type Name } from '../text/code.ts'
import { type FunctionText, type ModuleScope, pureMark } from '../text/module-scope.ts'
import { keysOf, resultType } from '../text/source-words.ts'
import { othersPlace } from '../type-place.ts'
import { absentMembers } from './absent-text.ts'
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
  const source = readAs(object, place.source, scope)
  const isOwnZero = !place.zero || object.missing === 'zero'
  if (
    object.from !== undefined &&
    source === 'json' &&
    isOwnZero &&
    sharesReader(object) &&
    isShareable(object, scope)
  )
    return sharedShape(object, object.from, scope)
  const wanted = `${object.name}${decodedWords[source] ?? ''}${isOwnZero ? '' : 'OrZero'}`
  return constantOf({ ...planNested(object, source, place.zero, scope), wanted, values }, scope)
}

/** The constant for a DTO in a decoded body. */
export function dtoShape(plan: SourcePlan, values: ValueReaders, scope: ModuleScope): Code {
  return constantOf(dtoReader(plan, values), scope)
}

function dtoReader(plan: SourcePlan, values: ValueReaders): ObjectReader {
  const { object, source } = plan
  const wanted = `${object.name}${decodedWords[source] ?? ''}`
  return { ...plan, source: source as DecodedSource, wanted, values }
}

/** {@link dtoShape} with the properties that only other formats have, which are absent. */
export function bodyShape(
  plan: SourcePlan,
  { format, others, missed: absent }: FormatPlan,
  values: ValueReaders,
  scope: ModuleScope,
): Code {
  const own = dtoReader(plan, values)
  const dto = plan.object
  const missed = absentMembers(absent, dto, scope)
  if (missed.length === 0) return constantOf(own, scope)
  const type = resultType(dto, [...own.fields.map(({ field }) => field), ...others], scope)
  const wanted = `${uncapitalized(own.wanted)}BodyShape`
  const emit = (): FunctionText => {
    const read = code`${constantOf(own, scope)}.read(json, at)`
    const body =
      own.index === undefined
        ? resultOf(missed, type, scope, read)
        : openResult(missed, type, { start: openCopy(read), result: code`result` }, scope)
    return { parameters: both, body }
  }
  const options = optionsOf(own, scope)
  return shapeConstant(dto, kindOfShape(own), scope, { key: `body ${format}`, emit, type, options, wanted })
}

function constantOf(reader: ObjectReader, scope: ModuleScope): Code {
  const { object, fields, absent } = reader
  const all = [...fields, ...absent].map(({ field }) => field)
  const type = resultType(object, all, scope)
  return shapeConstant(object, kindOfShape(reader), scope, {
    key: readerKey(reader),
    emit: () => readerText(reader, scope),
    type,
    options: optionsOf(reader, scope),
  })
}

function kindOfShape({ object, source, zero, isDto }: ObjectReader): ShapeKind {
  const isStrict = isStrictInside(object, false)
  return { source, zero, isChecked: true, isOutput: false, isStrict, part: isDto ? 'bound' : undefined }
}

function readerKey({ fields, absent, source, zero }: ObjectReader): string {
  const told = fields.map(({ field, binding }) => `${field.name}=${binding.key}=${binding.required}`)
  return `${source} ${zero} ${told.join()} ${absent.map(({ field }) => field.name).join()}`
}

/** Options of a DTO's own shape: the properties that have other keys, and whether integers must be exact. */
function optionsOf({ object, fields, source }: ObjectReader, { module }: ModuleScope): readonly Code[] {
  if (!module.dtos.some(({ name }) => name === object.name)) return []
  const named = fields
    .filter(({ field, binding }) => field.name !== binding.key)
    .map(({ field, binding }) => code`${code.key(binding.key)}: ${field.name}`)
  return [
    ...(named.length === 0 ? [] : [code`names: { ${code.filled(named)} }`]),
    ...(source === 'json' ? exactOptions(bigintsOf(object, module)) : []),
  ]
}

/** The parameters of a reader. */
const both = code`${json}, ${at}`

function readerText(reader: ObjectReader, scope: ModuleScope): FunctionText {
  const { object, fields, absent, index } = reader
  const all = [...fields, ...absent].map(({ field }) => field)
  const type = resultType(object, all, scope)
  const rest = absentMembers(absent, object, scope)
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

/** The reader of undeclared keys. It skips the keys of members and the names of properties. */
function othersOf({ type }: Field, reader: ObjectReader, scope: ModuleScope): OpenResult {
  const { object, fields, source, zero, values } = reader
  const keys = new Set([
    ...fields.map(({ binding }) => binding.key),
    ...object.fields.map(({ name }) => name),
  ])
  const read = values.decodedReader(type, { ...othersPlace(object, scope), source, zero }, scope)
  const set = code`${pureMark}new Set([${code.filled([...keys])}])`
  const known = scope.constant(`${uncapitalized(object.name)}Known`, set)
  return {
    start: code`Object.create(null)`,
    result: code`${scope.use('jsonOthers')}(${[code`result`, json, at, known, read]})`,
  }
}
