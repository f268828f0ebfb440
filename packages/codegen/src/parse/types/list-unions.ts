import { ts } from 'ts-morph'
import type { TypeStep } from '../../model/dto.ts'
import {
  type ElementLiterals,
  type FieldType,
  type FitBranch,
  type LiteralValue,
  lengthsOf,
} from '../../model/field-type.ts'
import { partsOf } from '../../model/type-parts.ts'
import { kindsOf, boundKindsOf as toldKindsOf } from '../../model/value-kind.ts'
import { boundKindsOf } from './kind-groups.ts'
import { isEnumLiteral, literalOf } from './parse-union.ts'

type ListType = FieldType & { kind: 'list' | 'tuple' }

/** A list of a union. */
export interface ListBranch extends FitBranch {
  readonly type: ListType
}

export function isListType(type: FieldType): type is ListType {
  return type.kind === 'list' || type.kind === 'tuple'
}

/** The steps to the lists of a union. */
export function listSteps(
  lists: readonly ts.Type[],
  checker: ts.TypeChecker,
): readonly (TypeStep & { kind: 'list' })[] {
  const own = ownLiterals(lists, checker)
  return lists.map((one) => ({ kind: 'list', of: { ...listKind(one, checker), literals: own.get(one) } }))
}

function listKind(type: ts.Type, checker: ts.TypeChecker): (TypeStep & { kind: 'list' })['of'] {
  const elements = checker.getTypeArguments(type as ts.TypeReference)
  const kinds = elements.map((one) => boundKindsOf(one, checker))
  if (!checker.isTupleType(type)) return { items: [], required: 0, rest: kinds[0] }
  const { elementFlags, minLength } = (type as ts.TupleTypeReference).target
  const isRest = (_: unknown, i: number): boolean => isVariable(elementFlags[i])
  const items = kinds.filter((one, i) => !isRest(one, i))
  return { items, required: minLength, rest: kinds.find(isRest) }
}

/** For each tuple the first required element whose literals no other list of the union may have in its place. */
function ownLiterals(
  lists: readonly ts.Type[],
  checker: ts.TypeChecker,
): ReadonlyMap<ts.Type, ElementLiterals> {
  const found = new Map<ts.Type, ElementLiterals>()
  const tuples = lists.filter((one) => checker.isTupleType(one)) as ts.TupleTypeReference[]
  const isOpen = (tuple: ts.TupleTypeReference, index: number): boolean =>
    !found.has(tuple) && index < tuple.target.minLength
  for (let index = 0; tuples.some((one) => isOpen(one, index)); index++) {
    const elements = lists.flatMap((one) => elementAt(one, index, checker) ?? [])
    const values = elements.map((one) => literalsOf(one, checker))
    const kinds = new Set(elements.flatMap((one, i) => (values[i] ? [] : boundKindsOf(one, checker))))
    const all = values.flatMap((some) => some ?? [])
    const repeated = new Set(all.filter((one, i) => all.indexOf(one) !== i))
    for (const tuple of tuples) {
      const element = elementAt(tuple, index, checker)
      const own = element && literalsOf(element, checker)
      const isRequired = ((tuple.target.elementFlags[index] ?? 0) & ts.ElementFlags.Required) !== 0
      if (element === undefined || own === undefined || !isRequired || found.has(tuple)) continue
      const isKept = !boundKindsOf(element, checker).some((kind) => kinds.has(kind))
      if (isKept && !own.some((one) => repeated.has(one))) found.set(tuple, { index, values: own })
    }
  }
  return found
}

function elementAt(list: ts.Type, index: number, checker: ts.TypeChecker): ts.Type | undefined {
  const elements = checker.getTypeArguments(list as ts.TypeReference)
  if (!checker.isTupleType(list)) return elements[0]
  const { elementFlags } = (list as ts.TupleTypeReference).target
  const rest = elementFlags.findIndex(isVariable)
  return rest !== -1 && index >= rest ? elements[rest] : elements[index]
}

function isVariable(flags = 0): boolean {
  return (flags & ts.ElementFlags.Variable) !== 0
}

/** A union of hundreds of types may be an element of hundreds of tuples. */
const literals = new WeakMap<ts.Type, readonly LiteralValue[] | undefined>()

function literalsOf(type: ts.Type, checker: ts.TypeChecker): readonly LiteralValue[] | undefined {
  if (!literals.has(type)) literals.set(type, literalsIn(type.isUnion() ? type.types : [type], checker))
  return literals.get(type)
}

/** The values of literals; the name of an enum's member would be missing in a generated file. */
function literalsIn(types: readonly ts.Type[], checker: ts.TypeChecker): readonly LiteralValue[] | undefined {
  const values: LiteralValue[] = []
  for (const one of types) {
    const value = isEnumLiteral(one) ? undefined : literalOf(one, checker)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

/** Whether each list of a union differs from the others by a literal, its length or the kinds of its elements. */
export function areApart(lists: readonly ListBranch[]): boolean {
  return lists.every((one, i) => lists.slice(i + 1).every((other) => isApart(one, other)))
}

function isApart(one: ListBranch, other: ListBranch): boolean {
  if (one.literals && other.literals) return true
  const [a, b] = [one.type, other.type]
  const [leastOfA, maxOfA] = lengthsOf(a)
  const [leastOfB, maxOfB] = lengthsOf(b)
  if (maxOfA < leastOfB || maxOfB < leastOfA) return true
  const places = [...partsOf(a), ...partsOf(b)].map((_, i) => [partAt(a, i), partAt(b, i)] as const)
  const isTold = (kinds: (type: FieldType) => readonly string[]): boolean =>
    places.some(([one, other]) => one && other && kinds(one).join() !== kinds(other).join())
  // In a body and as a bound value.
  return isTold(kindsOf) && isTold((type) => toldKindsOf([type]))
}

function partAt(type: ListType, index: number): FieldType | undefined {
  return type.kind === 'list' ? type.element : (type.elements[index] ?? type.rest)
}
