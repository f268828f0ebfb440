import { ts } from 'ts-morph'
import { type Unbindable, unbindable } from '../../diagnostics/unbindable.ts'
import type { FieldType } from '../../model/field-type.ts'
import { partsOf } from '../../model/type-parts.ts'
import {
  type BoundKind,
  boundKinds,
  isDate,
  kindOf,
  type ValueKind,
  valueKinds,
} from '../../model/value-kind.ts'
import { isGlobal, isList } from '../project/library-types.ts'
import { intersectedOf } from './parse-brand.ts'
import type { TypeRun } from './type-run.ts'

/** The members of a union with the same JSON kind. */
export interface KindGroup {
  readonly kind: ValueKind
  readonly types: readonly ts.Type[]
}

/** Groups the members of a union by their JSON kind. */
export function kindGroups(members: readonly ts.Type[], checker: ts.TypeChecker): readonly KindGroup[] {
  const kinds = members.map((one) => kindOfType(one, checker))
  return valueKinds
    .map((kind) => ({ kind, types: members.filter((_, i) => kinds[i] === kind) }))
    .filter(({ types }) => types.length > 0)
    .flatMap(withoutNatives)
}

/** Beside `string`, which takes every text, dates and bytes are those of formats that have them. */
function withoutNatives({ kind, types }: KindGroup): readonly KindGroup[] {
  const text = types.find(({ flags }) => (flags & ts.TypeFlags.String) !== 0)
  const natives = types.filter((one) => isGlobal(one, 'Date') || isGlobal(one, 'Uint8Array'))
  if (text === undefined || natives.length + 1 < types.length) return [{ kind, types }]
  return [text, ...natives].map((one) => ({ kind, types: [one] }))
}

function kindOfType(type: ts.Type, checker: ts.TypeChecker): ValueKind {
  const value = intersectedOf(type)?.primitive ?? type
  const { flags } = value
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike)) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (isList(type, checker)) return 'array'
  const isText = type.isClass() || isGlobal(value, 'Date') || isGlobal(type, 'Uint8Array')
  return isText ? 'string' : 'object'
}

/** The kinds of values of a type, as TypeScript sees them. */
export function boundKindsOf(type: ts.Type, checker: ts.TypeChecker): readonly BoundKind[] {
  const known = boundKindsOfType.get(type)
  if (known !== undefined) return known
  const found = new Set((type.isUnion() ? type.types : [type]).map((one) => boundKindOf(one, checker)))
  const kinds = boundKinds.filter((kind) => found.has(kind))
  boundKindsOfType.set(type, kinds)
  return kinds
}

/** A union of hundreds of types may be the type of hundreds of members. */
const boundKindsOfType = new WeakMap<ts.Type, readonly BoundKind[]>()

function boundKindOf(type: ts.Type, checker: ts.TypeChecker): BoundKind | undefined {
  const value = intersectedOf(type)?.primitive ?? type
  if (value.flags & nothing) return undefined
  if (value.flags & ts.TypeFlags.Null) return 'null'
  if (value.flags & ts.TypeFlags.BigIntLike) return 'bigint'
  if (isGlobal(value, 'Date')) return 'date'
  if (isGlobal(type, 'Uint8Array')) return 'bytes'
  return type.isClass() ? 'object' : kindOfType(type, checker)
}

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never

/** Why these types cannot form a union. Decoded bodies contain no files, and classes and lists may match objects. */
export function whyNoMembers(
  members: readonly FieldType[],
  groups: readonly KindGroup[],
  run: Pick<TypeRun, 'checker' | 'needsRealLib'>,
): Unbindable | undefined {
  if (members.some(holdsFiles)) return unbindable.fileInUnion
  const any = members.find(({ kind }) => kind === 'unknown')
  if (any !== undefined && !members.every((one) => one === any || isPlainScalar(one)))
    return unbindable.objectInUnion
  if (isListAnObject(groups, run)) return unbindable.listAsObject
  const isObject = members.some((member) => kindOf(member) === 'object')
  return isObject && members.some(({ kind }) => kind === 'class') ? unbindable.classBesideObject : undefined
}

/** Whether the values of a type are neither objects nor lists, in any format. */
function isPlainScalar(type: FieldType): boolean {
  return type.kind === 'literals' || type.kind === 'template' || (type.kind === 'scalar' && !isDate(type))
}

/** Whether a list is assignable to an object such as `{ length: number }`; control flow analysis would then merge them. */
function isListAnObject(
  groups: readonly KindGroup[],
  run: Pick<TypeRun, 'checker' | 'needsRealLib'>,
): boolean {
  const typesOf = (kind: ValueKind): readonly ts.Type[] =>
    groups.find((one) => one.kind === kind)?.types ?? []
  const [lists, objects] = [typesOf('array'), typesOf('object')]
  if (lists.length > 0 && objects.some(namesListMethod)) run.needsRealLib = true
  return lists.some((list) => objects.some((object) => run.checker.isTypeAssignableTo(list, object)))
}

/** Whether an object has a member that the tiny library's lists lack, such as `map`. */
function namesListMethod(object: ts.Type): boolean {
  return object.getProperties().some(({ name }) => name !== 'length' && listMembers.has(name))
}

const listMembers: ReadonlySet<string> = new Set(
  [Array.prototype, Object.prototype].flatMap((one) => Object.getOwnPropertyNames(one)),
)

function holdsFiles(type: FieldType): boolean {
  return type.kind === 'file' || partsOf(type).some(holdsFiles)
}
