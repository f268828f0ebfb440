import type { LiteralValue } from '../model/field-type.ts'
import { ts } from './compiler.ts'

/** The member that tells the objects of a union apart, and its values in each of them. */
export interface Discriminant {
  readonly name: string
  readonly values: readonly (readonly LiteralValue[])[]
}

/** The first member that is required and literal in every object, with no value in two of them. */
export function findDiscriminant(
  objects: readonly ts.Type[],
  checker: ts.TypeChecker,
): Discriminant | undefined {
  const names = (objects[0]?.getProperties() ?? []).map(({ name }) => name)
  // In an order that does not depend on which of the objects the compiler met first.
  for (const name of names.sort()) {
    const values = objects.map((object) => literalsOf(object.getProperty(name), checker))
    if (!values.every((one) => one !== undefined)) continue
    const all = values.flat()
    if (new Set(all).size === all.length) return { name, values }
  }
  return undefined
}

function literalsOf(property: ts.Symbol | undefined, checker: ts.TypeChecker): LiteralValue[] | undefined {
  if (property === undefined || property.flags & ts.SymbolFlags.Optional) return undefined
  const type = checker.getTypeOfSymbol(property)
  const values = (type.isUnion() ? type.types : [type]).map(literalOf)
  return values.every((value) => value !== undefined) ? values : undefined
}

/** The value of a literal type. */
export function literalOf(type: ts.Type): LiteralValue | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (type.flags & ts.TypeFlags.BigIntLiteral) {
    const { negative, base10Value } = (type as ts.BigIntLiteralType).value
    return BigInt(negative ? `-${base10Value}` : base10Value)
  }
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return (type as { intrinsicName?: string }).intrinsicName === 'true'
  return undefined
}

/** An enum beside what is no value of one: together they are no type that {@link LiteralValue}s of an enum have. */
export function isEnumBeside(members: readonly ts.Type[]): boolean {
  const other = ts.TypeFlags.BooleanLiteral | ts.TypeFlags.BigIntLiteral
  return members.some(isEnumLiteral) && members.some(({ flags }) => (flags & other) !== 0)
}

export function isEnumLiteral(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.EnumLiteral) !== 0
}
