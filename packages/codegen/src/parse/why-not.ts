import { type Unbindable, unbindable } from '../diagnostics/unbindable.ts'
import { ts } from './compiler.ts'
import { isNoPlainObject } from './library-types.ts'

/** Why nothing of a type can come in a request, where it is no object. */
export function whyNot(type: ts.Type): Unbindable {
  if (type.flags & ts.TypeFlags.Any) return unbindable.any
  if (type.flags & ts.TypeFlags.Unknown) return unbindable.unknown
  if (type.flags & ts.TypeFlags.Never) return unbindable.never
  if (type.flags & (ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) return unbindable.textOfForm
  return unbindable.noSuchValue
}

/** Why an object is not bound by its properties; `undefined` when it is. */
export function whyNoObject(type: ts.Type, checker: ts.TypeChecker): Unbindable | undefined {
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
    return unbindable.function
  }
  if (isNoPlainObject(type, checker)) return unbindable.notPlain
  if (checker.getIndexInfosOfType(type).length > 0) return unbindable.openKeys
  if (type.getProperties().length === 0) return unbindable.empty
  return undefined
}
