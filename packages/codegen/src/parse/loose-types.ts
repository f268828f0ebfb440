import { ts } from './compiler.ts'

/** What an intersection such as `string & { __brand: 'id' }` is a kind of. */
export function primitiveIn(type: ts.Type): ts.Type | undefined {
  const flags =
    ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike
  return type.isIntersection() ? type.types.find((one) => (one.flags & flags) !== 0) : undefined
}

/** The `string` of `string & {}`. */
export function looselyOf(type: ts.Type): ts.Type | undefined {
  const primitive = primitiveIn(type)
  const isLoose = type.isIntersection() && type.types.every((one) => one === primitive || isEmpty(one))
  return isLoose ? primitive : undefined
}

/** `'red' | (string & {})` is any string, and lets an editor offer some. */
export function loosestOf(members: readonly ts.Type[]): ts.Type | undefined {
  const loose = members.map(looselyOf).find((one) => one !== undefined)
  return loose !== undefined && members.every((one) => isKindOf(one, loose)) ? loose : undefined
}

function isKindOf(type: ts.Type, primitive: ts.Type): boolean {
  const kinds = [ts.TypeFlags.StringLike, ts.TypeFlags.NumberLike, ts.TypeFlags.BigIntLike]
  const kind = kinds.find((one) => (primitive.flags & one) !== 0) ?? 0
  return ((looselyOf(type) ?? type).flags & kind) !== 0
}

function isEmpty(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length === 0
}
