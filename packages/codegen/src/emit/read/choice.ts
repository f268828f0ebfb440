import {
  type BranchType,
  type ElementLiterals,
  type FieldType,
  type FitBranch,
  type FitUnion,
  isAnyNumber,
  isAnyText,
} from '../../model/field-type.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { type BoundKind, boundKindsOf, listKindOf } from '../../model/value-kind.ts'
import { boundBranch, type ClassReference } from '../../plan/bound-branch.ts'
import { hasRules } from '../../plan/rules-below.ts'
import type { ShapeKind } from '../../plan/shape/shape-kind.ts'
import { shapeType, templateType } from '../../plan/shape/shape-type.ts'
import { capitalized } from '../../plan/words.ts'
import { type ShapeNames, shapeText } from '../schema/shape-text.ts'
import { recursiveConstant } from '../schema/shapes.ts'
import { type Code, code, List } from '../text/code.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import { keysReader } from '../text-readers.ts'
import { elementPlace, namesAt, type Place, presentAccess, valuePlace } from '../type-place.ts'
import { decodedType } from '../type-text.ts'
import type { DecodedPlace } from './decoded-place.ts'
import { extracted, listText, mapText } from './kind-test.ts'
import type { ValueReaders } from './object-members.ts'
import { nestedShape } from './object-reader.ts'

type OpenType = Exclude<BranchType, { kind: 'object' }>

/** The constant with the branches of a union, for reading: `choice<A | B>(() => [aShape, bShape])`, or `notedChoice`. */
export function choiceConstant(
  type: FitUnion,
  place: DecodedPlace,
  values: ValueReaders,
  scope: ModuleScope,
): Code {
  const kind: ShapeKind = {
    source: place.source,
    zero: place.zero,
    isChecked: true,
    isOutput: false,
    isStrict: false,
  }
  const shapeOf = (name: string): Code => nestedShape(name, place, values, scope)
  const branches = type.branches.map((branch) => {
    if (branch.type.kind === 'object') return shapeOf(branch.type.name)
    const [make, ...read] = branchReader(branch.type, branchPlace(branch, place, scope), values, scope)
    return code`${scope.use(make)}(${[openText(branch.type, kind, shapeOf, scope), ...read]})`
  })
  const make = scope.use(isAskedAbout(type, scope) ? 'notedChoice' : 'choice')
  const types = decodedType(type, place, scope)
  return scope.constant(
    namesAt('choiceOf', place),
    code`${pureMark}${make}<${code.types([types])}>(() => [${code.filled(branches)}])`,
  )
}

/** The runtime's function for a map or a list of a union, and the reader that it takes. */
function branchReader(
  type: OpenType,
  place: DecodedPlace,
  { decodedReader, tupleReader }: ValueReaders,
  scope: ModuleScope,
): readonly [RuntimeName, ...readers: Code[]] {
  if (type.kind === 'tuple') return ['tupleBranch', tupleReader(type, place, scope)]
  if (type.kind === 'record')
    return [
      'recordBranch',
      decodedReader(type.value, valuePlace(type, place), scope),
      ...keysReader(type, scope),
    ]
  const { element } = type
  if (element.kind === 'object') return ['listBranch']
  if (isAnyText(element) || isAnyNumber(element)) return ['openBranch', decodedReader(type, place, scope)]
  return ['listBranch', decodedReader(element, elementPlace(place), scope)]
}

/** Whether rules or answers look for the type of a bound value. */
function isAskedAbout(type: FitUnion, scope: ModuleScope): boolean {
  const { module } = scope
  return (
    [...module.dtos, ...module.bodies].some(({ isSent }) => isSent) ||
    nestedNames(type).some((name) => hasRules(scope.object(name), module))
  )
}

/**
 * The constant that matches bound values to a union's members: `valueChoice({ members: { w: 'int' } }, …)`.
 */
export function valueChoice(type: FitUnion, field: string, scope: ModuleScope): Code {
  const named: ShapeNames<ClassReference> = {
    use: (name) => scope.use(name),
    refer: (one) => scope.useClass(one),
  }
  const branches = type.branches.map((branch) => shapeText(boundBranch(branch.type, scope), named))
  const names = namesAt('valuesOf', { field, owner: '', isElement: false })
  const isFilled = !type.branches.some((branch) => branch.type.kind === 'list')
  const items = new List(branches, { isFilled })
  return scope.constant(names, code`${pureMark}${scope.use('valueChoice')}(${items})`)
}

/** The place of a branch; an object has its own name instead. */
export function branchPlace<P extends Place>({ type, literals }: FitBranch, place: P, scope: ModuleScope): P {
  const access = presentAccess(place)
  switch (type.kind) {
    case 'object':
      return place
    case 'record':
      return extracted(place, mapText(access, boundKindsOf([type.value]), scope))
    case 'list':
    case 'tuple': {
      const list = listText(access, listKindOf(type, literals), scope)
      return extracted({ ...place, field: `${place.field}${branchWord(type, literals)}` }, list)
    }
  }
}

/** The part of a name that distinguishes a list: `Dates` for `Date[]`, `Of4` for a tuple of four. */
function branchWord(
  type: FieldType & { kind: 'list' | 'tuple' },
  literals: ElementLiterals | undefined,
): string {
  const word = literals && literalsWord(literals)
  if (word !== undefined) return word
  if (type.kind === 'tuple') return `Of${type.elements.length}${type.rest === undefined ? '' : 'OrMore'}`
  const [kind, ...others] = boundKindsOf([type.element]).filter((one) => one !== 'null')
  return kind === undefined || others.length > 0 ? 'Mixed' : listWords[kind]
}

/** `Add` for `['add', int]`; `undefined` for `['<=', int]` */
function literalsWord({ values }: ElementLiterals): string | undefined {
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
  shapeOf: (name: string) => Code,
  scope: ModuleScope,
): Code {
  const names: ShapeNames = {
    use: (name) => scope.use(name),
    refer: (one) => {
      switch (one.ref) {
        case 'shape':
          return shapeOf(one.name)
        case 'recursive':
          return recursiveConstant(one, names, scope)
        case 'literals':
          return shapeText({ enum: one.values }, names)
        case 'template':
          return shapeText(templateType(one.pattern), names)
      }
    },
  }
  const of = { ...kind, types: scope }
  return shapeText(shapeType({ type, rules: undefined, optional: false }, of), names)
}
