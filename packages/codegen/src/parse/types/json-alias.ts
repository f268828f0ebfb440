import { ts } from 'ts-morph'
import { isOfLibrary } from '../project/library-types.ts'

/**
 * Whether a union covers all of JSON, like `null | string | number | boolean | Json[] | { [key: string]: Json }`. The
 * values of its lists and objects must cover all of JSON too.
 */
export function isJsonAlias(type: ts.UnionType, checker: ts.TypeChecker): boolean {
  const known = jsonAliases.get(type) ?? isAllJson(type, checker, new Set())
  jsonAliases.set(type, known)
  return known
}

/** A union of hundreds of types may be the type of hundreds of members. */
const jsonAliases = new WeakMap<ts.Type, boolean>()

/** @param open the lists and objects whose check is in progress */
function isAllJson(type: ts.Type, checker: ts.TypeChecker, open: Set<ts.Type>): boolean {
  if (!type.isUnion()) return false
  const members = type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0)
  // A fast path for most unions.
  if (!members.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0)) return false
  const kinds = members.map((one) => jsonKindOf(one, checker, open))
  return jsonKinds.every((kind) => kinds.includes(kind)) && !kinds.includes(undefined)
}

const jsonKinds = ['null', 'string', 'number', 'true', 'false', 'list', 'object'] as const

type JsonKind = (typeof jsonKinds)[number]

function jsonKindOf(type: ts.Type, checker: ts.TypeChecker, open: Set<ts.Type>): JsonKind | undefined {
  if (type.flags & ts.TypeFlags.Null) return 'null'
  if (type.flags & ts.TypeFlags.String) return 'string'
  if (type.flags & ts.TypeFlags.Number && type.symbol === undefined) return 'number'
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return checker.typeToString(type) === 'true' ? 'true' : 'false'
  const kind = checker.isTupleType(type) ? undefined : containerKindOf(type, checker)
  if (kind === undefined || open.has(type)) return kind?.[0]
  open.add(type)
  return kind[1].every((one) => isAllJson(one, checker, open)) ? kind[0] : undefined
}

/** The kind of a list or of an object without properties, and the types of its values. */
function containerKindOf(
  type: ts.Type,
  checker: ts.TypeChecker,
): readonly ['list' | 'object', readonly ts.Type[]] | undefined {
  const element = checker.getIndexInfoOfType(type, ts.IndexKind.Number)
  if (element?.declaration !== undefined && isOfLibrary(element.declaration)) return ['list', [element.type]]
  // The parts of an intersection are checked one by one, since their combined index type is a new intersection.
  const parts = type.isIntersection() ? type.types : [type]
  const values = parts.map((one) => indexTypeOf(one, checker))
  return values.every((one) => one !== undefined) ? ['object', values] : undefined
}

function indexTypeOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if ((type.flags & ts.TypeFlags.Object) === 0) return undefined
  const isOpen = type.getProperties().length + type.getCallSignatures().length === 0
  return isOpen ? checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type : undefined
}

/** Whether a type is the object of such a union, as an intersection like `JsonObject` of type-fest. */
export function isJsonObject(type: ts.Type, checker: ts.TypeChecker): boolean {
  return type.isIntersection() && jsonKindOf(type, checker, new Set()) === 'object'
}
