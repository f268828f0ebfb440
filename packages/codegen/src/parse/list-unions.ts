import type { TypeStep } from '../model/dto.ts'
import { type FieldType, type ListTag, type LiteralValue, lengthsOf, partsOf } from '../model/field-type.ts'
import { kindsOf, boundKindsOf as toldKindsOf } from '../model/value-kind.ts'
import { ts } from './compiler.ts'
import { boundKindsOf } from './kind-groups.ts'
import { isEnumLiteral, literalOf } from './parse-union.ts'

type ListType = FieldType & { kind: 'list' | 'tuple' }

export function isListType(type: FieldType): type is ListType {
  return type.kind === 'list' || type.kind === 'tuple'
}

/** The step to one list of a union. */
export function listStep(
  type: ts.Type,
  lists: readonly ts.Type[],
  checker: ts.TypeChecker,
): TypeStep & { kind: 'list' } {
  return { kind: 'list', of: { ...listKind(type, checker), tag: tagOf(type, lists, checker) } }
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

/** The first required element whose literals no other list of the union may have in its place. */
function tagOf(type: ts.Type, lists: readonly ts.Type[], checker: ts.TypeChecker): ListTag | undefined {
  if (!checker.isTupleType(type)) return undefined
  const others = lists.filter((one) => one !== type)
  const { elementFlags } = (type as ts.TupleTypeReference).target
  for (const [index, element] of checker.getTypeArguments(type as ts.TypeReference).entries()) {
    if (((elementFlags[index] ?? 0) & ts.ElementFlags.Required) === 0) break
    const values = literalsOf(element)
    const mayHold = (other: ts.Type): boolean => {
      const held = elementAt(other, index, checker)
      const literals = held && literalsOf(held)
      if (held === undefined || literals !== undefined)
        return literals?.some((one) => values?.includes(one)) ?? false
      const kinds = boundKindsOf(held, checker)
      return boundKindsOf(element, checker).some((kind) => kinds.includes(kind))
    }
    if (values !== undefined && !others.some(mayHold)) return { index, values }
  }
  return undefined
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

/** The values of literals; the name of an enum's member would be missing in a generated file. */
function literalsOf(type: ts.Type): readonly LiteralValue[] | undefined {
  const types = type.isUnion() ? type.types : [type]
  const values = types.map((one) => (isEnumLiteral(one) ? undefined : literalOf(one)))
  return values.every((value) => value !== undefined) ? values : undefined
}

/** Whether each list of a union differs from the others by a tag, its length or the kinds of its elements. */
export function areApart(lists: readonly ListType[]): boolean {
  return lists.every((one, i) => lists.slice(i + 1).every((other) => isApart(one, other)))
}

function isApart(a: ListType, b: ListType): boolean {
  if (isTagged(a) && isTagged(b)) return true
  const [leastOfA, mostOfA] = lengthsOf(a)
  const [leastOfB, mostOfB] = lengthsOf(b)
  if (mostOfA < leastOfB || mostOfB < leastOfA) return true
  const places = [...partsOf(a), ...partsOf(b)].map((_, i) => [partAt(a, i), partAt(b, i)] as const)
  const isTold = (kinds: (type: FieldType) => readonly string[]): boolean =>
    places.some(([one, other]) => one && other && kinds(one).join() !== kinds(other).join())
  // In a body and as a bound value.
  return isTold(kindsOf) && isTold((type) => toldKindsOf([type]))
}

function isTagged(type: ListType): boolean {
  return type.kind === 'tuple' && type.tag !== undefined
}

function partAt(type: ListType, index: number): FieldType | undefined {
  return type.kind === 'list' ? type.element : (type.elements[index] ?? type.rest)
}
