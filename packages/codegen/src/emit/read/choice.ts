import { mayBeUndefined } from '../../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  isAnyNumber,
  isAnyText,
  isOnlyNull,
  type ListTag,
  nestedNames,
} from '../../model/field-type.ts'
import { type BoundKind, boundKindsOf, kindOf, listKindOf } from '../../model/value-kind.ts'
import {
  decodedType,
  elementPlace,
  keysReader,
  namesAt,
  type Place,
  presentAccess,
  valuePlace,
} from '../emit-types.ts'
import { hasRules } from '../rules/rules-below.ts'
import { heldOf, heldText, heldTuple, keysWord, scalarWords } from '../schema/held-text.ts'
import type { ShapeKind } from '../schema/shape-kind.ts'
import { memberKey } from '../schema/shape-members.ts'
import { literalsText, recursiveConstant, templateText } from '../schema/shapes.ts'
import { literal } from '../text/literal.ts'
import { capitalized, type ModuleScope } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import type { DecodedPlace } from './decoded-place.ts'
import { listText, mapText } from './kind-test.ts'
import { nestedShape, type ValueReaders } from './object-reader.ts'

type ChoiceType = FieldType & { kind: 'choice' }
type OpenType = Exclude<BranchType, { kind: 'object' }>

/** The constant with the branches of a union, for reading: `choice<A | B>(() => [aShape, bShape])`, or `notedChoice`. */
export function choiceConstant(
  type: ChoiceType,
  place: DecodedPlace,
  values: ValueReaders,
  scope: ModuleScope,
): string {
  const kind: ShapeKind = {
    source: place.source,
    zero: place.zero,
    isChecked: true,
    isOutput: false,
    isStrict: false,
  }
  const shapeOf = (name: string): string => nestedShape(name, place, values, scope)
  const open = (branch: OpenType): string => {
    const [make, ...read] = branchReader(branch, branchPlace(branch, place, scope), values, scope)
    return `${scope.use(make)}(${[openText(branch, kind, shapeOf, scope), ...read].join(', ')})`
  }
  const text = `<${decodedType(type, place, scope)}>`
  const branches = type.branches.map((one) => (one.kind === 'object' ? shapeOf(one.name) : open(one)))
  const make = scope.use(isAskedAbout(type, scope) ? 'notedChoice' : 'choice')
  return scope.constant(namesAt('choiceOf', place), `${make}${text}(() => [`, branches, '])')
}

/** The runtime's function for a map or a list of a union, and the reader that it takes. */
function branchReader(
  type: OpenType,
  place: DecodedPlace,
  { decodedReader, tupleReader }: ValueReaders,
  scope: ModuleScope,
): readonly [RuntimeName, ...readers: string[]] {
  if (type.kind === 'tuple') return ['tupleBranch', tupleReader(type, place, scope)]
  if (type.kind === 'record')
    return [
      'recordBranch',
      decodedReader(type.value, { ...place, ...valuePlace(type, place) }, scope),
      ...keysReader(type, scope),
    ]
  const { element } = type
  if (element.kind === 'object') return ['listBranch']
  if (isAnyText(element) || isAnyNumber(element)) return ['openBranch', decodedReader(type, place, scope)]
  return ['listBranch', decodedReader(element, { ...place, ...elementPlace(place) }, scope)]
}

/** Whether rules or answers look for the type of a bound value. */
function isAskedAbout({ branches }: ChoiceType, scope: ModuleScope): boolean {
  const { module } = scope
  return (
    [...module.dtos, ...module.bodies].some(({ isSent }) => isSent) ||
    branches.flatMap(nestedNames).some((name) => hasRules(scope.object(name), module))
  )
}

/**
 * The constant that matches bound values to a union's members: `valueChoice({ members: { w: 'int' } }, …)`.
 */
export function valueChoice(type: ChoiceType, field: string, scope: ModuleScope): string {
  const branches = type.branches.map((one) => branchText(one, scope))
  const names = namesAt('valuesOf', { field, access: '', isPresent: true })
  return scope.constant(names, `${scope.use('valueChoice')}(`, branches, ')')
}

function branchText(type: BranchType, scope: ModuleScope): string {
  const text = (of: FieldType): string => valueText(of, scope)
  switch (type.kind) {
    case 'object': {
      const { fields, index } = scope.object(type.name)
      const members = fields.map(
        (field) => `${memberKey(field.name, !mayBeUndefined(field))}: ${text(field.type)}`,
      )
      const written = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
      const others = index === undefined ? '' : `, others: ${text(index.type)}`
      return `{ name: ${literal(type.name)}, members: ${written}${others} }`
    }
    case 'record':
      return `{ record: ${text(type.value)}${keysWord(type)} }`
    case 'list':
      return `[${text(type.element)}]`
    case 'tuple':
      return heldTuple(type, text)
  }
}

/** The type of a value, one level deep. */
function valueText(type: FieldType, scope: ModuleScope): string {
  if (isOnlyNull(type)) return "'null'"
  switch (type.kind) {
    case 'scalar':
      return scalarWords[type.scalar]
    case 'literals':
      return `{ enum: [${type.values.map(literal).join(', ')}] }`
    case 'nullable':
      return `{ anyOf: [${valueText(type.of, scope)}, 'null'] }`
    case 'anyOf':
      return `{ anyOf: [${type.members.map((one) => valueText(one, scope)).join(', ')}] }`
    case 'bytes':
      return "'bytes'"
    case 'class':
      return scope.useClass(type)
    case 'template':
      return "'string'"
    case 'unknown':
      return type.isObject ? "{ anyOf: ['list', 'object'] }" : "'unknown'"
    case 'recursive':
      return `{ anyOf: [${boundKindsOf([type])
        .map((kind) => literal(boundWords[kind]))
        .join(', ')}] }`
    default:
      return kindOf(type) === 'array' ? "'list'" : "'object'"
  }
}

const boundWords: Readonly<Record<BoundKind, string>> = {
  null: 'null',
  bigint: 'bigint',
  date: 'date',
  bytes: 'bytes',
  string: 'string',
  number: 'number',
  boolean: 'bool',
  array: 'list',
  object: 'object',
}

/** The place of a branch; an object has its own name instead. */
export function branchPlace<P extends Place>(type: BranchType, place: P, scope: ModuleScope): P {
  const access = presentAccess(place)
  switch (type.kind) {
    case 'object':
      return place
    case 'record':
      return { ...place, access: mapText(access, boundKindsOf([type.value]), scope), isPresent: true }
    default:
      return {
        ...place,
        field: `${place.field}${branchWord(type)}`,
        access: listText(access, listKindOf(type), scope),
        isPresent: true,
      }
  }
}

/** The part of a name that distinguishes a list: `Dates` for `Date[]`, `Of4` for a tuple of four. */
function branchWord(type: FieldType & { kind: 'list' | 'tuple' }): string {
  const word = type.kind === 'tuple' && type.tag && tagWord(type.tag)
  if (word) return word
  if (type.kind === 'tuple') return `Of${type.elements.length}${type.rest === undefined ? '' : 'OrMore'}`
  const [kind, ...others] = boundKindsOf([type.element]).filter((one) => one !== 'null')
  return kind === undefined || others.length > 0 ? 'Mixed' : listWords[kind]
}

/** `Add` for `['add', int]`; `undefined` for `['<=', int]` */
function tagWord({ values }: ListTag): string | undefined {
  const words = values.map(String).join('_').replaceAll('-', '_')
  return /^\w+$/.test(words) ? capitalized(words) : undefined
}

const listWords: Readonly<Record<BoundKind, string>> = {
  null: 'Nulls',
  bigint: 'Bigints',
  date: 'Dates',
  bytes: 'Bytes',
  string: 'Texts',
  number: 'Numbers',
  boolean: 'Bools',
  array: 'Lists',
  object: 'Objects',
}

/** The content of a map or a list, as far as matching a value needs it. */
function openText(
  type: OpenType,
  kind: ShapeKind,
  shapeOf: (name: string) => string,
  scope: ModuleScope,
): string {
  const names = {
    use: (name: Parameters<ModuleScope['use']>[0]): string => scope.use(name),
    shape: ({ name }: { readonly name: string }): string => shapeOf(name),
    literals: literalsText,
    template: templateText,
    recursive: (name: string, of: ShapeKind, text: () => string): string =>
      recursiveConstant(name, of, text, scope),
  }
  return heldText(heldOf({ type, rules: undefined, optional: false }, { ...kind, scope, names }))
}
