import { type Unbindable, unbindable } from '../diagnostics/unbindable.ts'
import { type FieldType, partsOf } from '../model/field-type.ts'
import { kindOf, type ValueKind, valueKinds } from '../model/value-kind.ts'
import { ts } from './compiler.ts'
import { isGlobal } from './library-types.ts'
import { intersectedOf } from './parse-brand.ts'

/** What a union has of one kind of decoded value. */
export interface KindGroup {
  readonly kind: ValueKind
  readonly types: readonly ts.Type[]
}

/** The types of a union by the kind of value that JSON has them as. */
export function kindGroups(members: readonly ts.Type[], checker: ts.TypeChecker): readonly KindGroup[] {
  return valueKinds
    .map((kind) => ({ kind, types: members.filter((one) => kindOfType(one, checker) === kind) }))
    .filter(({ types }) => types.length > 0)
}

function kindOfType(type: ts.Type, checker: ts.TypeChecker): ValueKind {
  const value = intersectedOf(type)?.primitive ?? type
  const { flags } = value
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'array'
  const isText = type.isClass() || isGlobal(value, 'Date') || isGlobal(type, 'Uint8Array')
  return isText ? 'string' : 'object'
}

/** What is of another kind in a body than as a value, or comes in no body at all, stands in no union. */
export function whyNoMembers(
  members: readonly FieldType[],
  groups: readonly KindGroup[],
  checker: ts.TypeChecker,
): Unbindable | undefined {
  if (members.some(holdsFiles)) return unbindable.fileInUnion
  if (isListAnObject(groups, checker)) return unbindable.listAsObject
  const isObject = members.some((member) => kindOf(member) === 'object')
  return isObject && members.some(({ kind }) => kind === 'class') ? unbindable.classBesideObject : undefined
}

/** Whether a list has all that an object has: `{ length: number }`. To the compiler it is one of those then, where paths join. */
function isListAnObject(groups: readonly KindGroup[], checker: ts.TypeChecker): boolean {
  const typesOf = (kind: ValueKind): readonly ts.Type[] =>
    groups.find((one) => one.kind === kind)?.types ?? []
  return typesOf('array').some((list) =>
    typesOf('object').some((object) => checker.isTypeAssignableTo(list, object)),
  )
}

function holdsFiles(type: FieldType): boolean {
  return type.kind === 'file' || partsOf(type).some(holdsFiles)
}
