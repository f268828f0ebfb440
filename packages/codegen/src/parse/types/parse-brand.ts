import { ts } from 'ts-morph'
import { claimingBrand, type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import { isFunction, isGlobal, isNoPlainObject, isRuntimeType } from '../project/library-types.ts'

/*
 * `string & { readonly __brand: 'UserId' }` is assignable to string, but not the reverse. The members of a brand exist only
 * for the compiler: no value has them, and nothing reads them.
 */

/** An intersection with a primitive, or a Date. */
export interface BrandIntersection {
  readonly primitive: ts.Type
  /** The brands; none in `string & {}`, which is any string. */
  readonly marks: readonly ts.Type[]
}

export function intersectedOf(type: ts.Type): BrandIntersection | undefined {
  if (!type.isIntersection()) return undefined
  const primitives = type.types.filter((one) => prototypeOf(one) !== undefined)
  // `int & number` is an `int`.
  const primitive = primitives.find(isRuntimeType) ?? primitives[0]
  if (primitive === undefined) return undefined
  const marks = type.types.filter((one) => one !== primitive && !isEmpty(one) && !isPlainNumber(one))
  return { primitive, marks }
}

/** The only index signature of a type without properties, if its keys are numbers or branded. */
export function ownIndexOf(type: ts.Type, checker: ts.TypeChecker): ts.IndexInfo | undefined {
  const [index, ...others] = checker.getIndexInfosOfType(type)
  if (index === undefined || others.length > 0 || type.getProperties().length > 0 || isFunction(type))
    return undefined
  if (index.keyType.flags & ts.TypeFlags.Number) return isNoPlainObject(type, checker) ? undefined : index
  const keys = intersectedOf(index.keyType)
  return keys && keys.primitive.flags & (ts.TypeFlags.String | ts.TypeFlags.Number) ? index : undefined
}

/** The `string` of `string & {}`. */
export function looselyOf(type: ts.Type): ts.Type | undefined {
  const intersected = intersectedOf(type)
  if (intersected === undefined || intersected.marks.length > 0) return undefined
  return intersected.primitive
}

/**
 * The branded type that takes what the literals beside it do not list: `'a' | 'b' | (string & { __brand: 'unrecognized' })`,
 * as the open enums of API clients are written.
 */
export function openLiterals(members: readonly ts.Type[]): BrandIntersection | undefined {
  const isWhole = (one: ts.Type): boolean => (one.flags & ts.TypeFlags.Literal) === 0
  const [open, ...others] = members.flatMap((one) => {
    const intersected = intersectedOf(one)
    return intersected && intersected.marks.length > 0 && isWhole(intersected.primitive) ? [intersected] : []
  })
  if (open === undefined || others.length > 0 || members.length === 1) return undefined
  const isLiteralOf = (one: ts.Type): boolean => {
    const primitive = intersectedOf(one)?.primitive ?? one
    return primitive === open.primitive || (!isWhole(primitive) && isKindOf(primitive, open.primitive))
  }
  return members.every(isLiteralOf) ? open : undefined
}

/** Whether values of the type have the kind of the primitive. */
export function isKindOf(type: ts.Type, primitive: ts.Type): boolean {
  const kinds = [ts.TypeFlags.StringLike, ts.TypeFlags.NumberLike, ts.TypeFlags.BigIntLike]
  const kind = kinds.find((one) => (primitive.flags & one) !== 0) ?? 0
  return ((looselyOf(type) ?? type).flags & kind) !== 0
}

/** Whether two types have the same constituents, under any name. */
export function isSameType(a: ts.Type, b: ts.Type): boolean {
  if (a === b) return true
  const isMade = (a.isIntersection() && b.isIntersection()) || (a.isUnion() && b.isUnion())
  return isMade && a.types.length === b.types.length && a.types.every((one, i) => one === b.types[i])
}

/** Why an intersection is not a valid brand. */
export function whyNoBrand(
  { primitive, marks }: BrandIntersection,
  checker: ts.TypeChecker,
): Unbindable | undefined {
  const prototype: object = prototypeOf(primitive) ?? Object.prototype
  for (const mark of marks) {
    if (!isMark(mark, checker)) return unbindable.noBrand
    const claimed = mark.getProperties().find(({ name }) => name in prototype || /^\d+$/.test(name))
    if (claimed !== undefined) return claimingBrand(claimed.name)
  }
  return undefined
}

/** The prototype of a type's values, whose members they already have. */
function prototypeOf(type: ts.Type): object | undefined {
  if (type.flags & ts.TypeFlags.StringLike) return String.prototype
  if (type.flags & ts.TypeFlags.NumberLike) return Number.prototype
  if (type.flags & ts.TypeFlags.BigIntLike) return BigInt.prototype
  if (type.flags & ts.TypeFlags.BooleanLike) return Boolean.prototype
  return isGlobal(type, 'Date') ? Date.prototype : undefined
}

/** Whether a type has only public properties, since the generated file must be able to refer to them. */
function isMark(type: ts.Type, checker: ts.TypeChecker): boolean {
  return (
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    !isCalled(type) &&
    checker.getIndexInfosOfType(type).length === 0 &&
    !isNoPlainObject(type, checker) &&
    !type.getProperties().some(isHidden)
  )
}

function isHidden({ name, declarations = [] }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return (
    name.startsWith('__#') || declarations.some((one) => (ts.getCombinedModifierFlags(one) & hidden) !== 0)
  )
}

function isPlainNumber(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt)) !== 0 && !isRuntimeType(type)
}

/** `{}`, the type of every value but `null` and `undefined`. */
function isEmpty(type: ts.Type): boolean {
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0
  return isObject && type.getProperties().length === 0 && !type.getStringIndexType() && !isCalled(type)
}

function isCalled(type: ts.Type): boolean {
  return type.getCallSignatures().length + type.getConstructSignatures().length > 0
}
