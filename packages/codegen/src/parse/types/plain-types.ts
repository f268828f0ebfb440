import { ts } from 'ts-morph'
import type { FieldType, LiteralValue, PresentType, ScalarName } from '../../model/field-type.ts'
import { isGlobal, isRuntimeType } from '../project/library-types.ts'
import { inDeclaredOrder } from './declared-order.ts'
import { intersectedOf } from './parse-brand.ts'
import { enumOf, isEnumLiteral, literalOf } from './parse-union.ts'

/* Types with the same meaning for readers of requests and of answers. */

export function scalarOf(type: ts.Type): ScalarName | undefined {
  // A runtime type is named after its declaration.
  if (type.flags & (ts.TypeFlags.Number | ts.TypeFlags.BigInt) && isRuntimeType(type))
    return type.symbol.name as ScalarName
  if (type.flags & ts.TypeFlags.String) return 'string'
  if (type.flags & ts.TypeFlags.Number) return 'float64'
  if (type.flags & ts.TypeFlags.BigInt) return 'bigint'
  if (type.flags & ts.TypeFlags.Boolean) return 'boolean'
  return isGlobal(type, 'Date') ? 'Date' : undefined
}

/** `unknown`, `object` */
export function unknownOf({ flags }: ts.Type): FieldType | undefined {
  if ((flags & (ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) === 0) return undefined
  return { kind: 'unknown', isObject: (flags & ts.TypeFlags.NonPrimitive) !== 0, isAlias: false }
}

/** The value of a literal type, branded or not. */
export function literalIn(type: ts.Type, checker: ts.TypeChecker): LiteralValue | undefined {
  return literalOf(intersectedOf(type)?.primitive ?? type, checker)
}

/** @param written the declaration whose text has the order of the literals */
export function literalsType(
  members: readonly ts.Type[],
  literals: readonly LiteralValue[],
  written: ts.Node,
  checker: ts.TypeChecker,
): PresentType & { kind: 'scalar' | 'literals' } {
  const isBoolean = literals.length === 2 && literals.every((value) => typeof value === 'boolean')
  if (isBoolean) return { kind: 'scalar', scalar: 'boolean' }
  const values = inDeclaredOrder(literals, written, checker)
  const named = enumOf(members, checker)
  return { kind: 'literals', values, isEnum: members.some(isEnumLiteral), ...(named && { named }) }
}
