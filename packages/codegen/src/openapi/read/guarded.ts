import { ts } from 'ts-morph'
import type { Machine } from './machine.ts'
import { throwReturned } from './returned-errors.ts'
import { errorOf } from './unseen-code.ts'
import { optionsOf, type Value } from './value.ts'

/** Throws the errors that `find` of a guard has returned, and a 401 if it may find nobody. */
export function refuseNobody(find: Value, found: Value, node: ts.Node, m: Machine): void {
  throwReturned(found, m.flow)
  const mayFail =
    optionsOf(found).some(isNobody) || (find.kind === 'function' && mayReturnNobody(find.node, m))
  if (mayFail) m.flow.mayThrow(errorOf(401, node), node)
}

function isNobody(value: Value): boolean {
  return value.kind === 'literal' && [undefined, null, false].some((one) => one === value.value)
}

/** Judged by the return type, because the compiler narrows it by conditions. */
function mayReturnNobody(find: ts.FunctionLikeDeclaration, { checker }: Machine): boolean {
  const returned = checker.getSignatureFromDeclaration(find)?.getReturnType()
  const type = returned && (checker.getAwaitedType(returned) ?? returned)
  const parts = type?.isUnion() ? type.types : type === undefined ? [] : [type]
  return parts.some((part) => (part.flags & nobody) !== 0 || checker.typeToString(part) === 'false')
}

const nobody =
  ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void | ts.TypeFlags.Any | ts.TypeFlags.Unknown
