import { ts } from 'ts-morph'
import { isGlobal, isList, isRuntimeType } from '../project/library-types.ts'
import { intersectedOf, ownIndexOf } from './parse-brand.ts'

/** Names of whole bodies in messages. */
export type BodyWords = 'a list' | 'a record' | 'a union'

export function isBodyShaped(type: ts.Type, checker: ts.TypeChecker): boolean {
  return bodyWords(type, checker) !== undefined
}

/** `undefined` for an object with properties, for single values and `null`, and for unions with these. */
export function bodyWords(type: ts.Type, checker: ts.TypeChecker): BodyWords | undefined {
  if (isList(type, checker)) return 'a list'
  if (type.isUnion()) return type.types.every(isNoSingleValue) ? 'a union' : undefined
  return isRecord(type, checker) ? 'a record' : undefined
}

/** Class instances and dates are single values, since a body contains them as text. */
function isNoSingleValue(type: ts.Type): boolean {
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
  if (!isObject || type.isClass() || intersectedOf(type) !== undefined) return false
  return !isGlobal(type, 'Date') && !isGlobal(type, 'Uint8Array') && !isRuntimeType(type)
}

function isRecord(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (ownIndexOf(type, checker) !== undefined) return true
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  // `Record<string, never>` is an object without properties.
  const isOpen = index !== undefined && (index.type.flags & ts.TypeFlags.Never) === 0
  return isOpen && type.getProperties().length === 0
}
