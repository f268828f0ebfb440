import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { MemberType, ObjectMember, TupleType, TypeWord } from '@ctxgen/core/json-schema/member-type'
import { byKind } from '../../model/by-kind.ts'
import {
  type FieldType,
  holdsNull,
  isKindUnion,
  isOnlyNull,
  type KindUnion,
  kindTypes,
  type LiteralValue,
  type NamedEnum,
  type ScalarName,
  type UnionType,
} from '../../model/field-type.ts'
import type { ModuleTypes } from '../../model/module-types.ts'
import { isAbout, type Rules } from '../../model/rule.ts'
import { targetOf } from '../../model/rule-target.ts'
import { branchKeywords } from './branch-keywords.ts'
import { asksForPresence, keyKeywords, ruleKeywords } from './rule-schema.ts'
import { nestedKind, type ShapeKind } from './shape-kind.ts'

/** A part of a shape that is described elsewhere. */
export type ShapeReference =
  /** An object type, by its name in the module. */
  | { readonly ref: 'shape'; readonly name: string; readonly kind: ShapeKind }
  | RecursiveReference
  | { readonly ref: 'literals'; readonly values: readonly LiteralValue[]; readonly named?: NamedEnum }
  | { readonly ref: 'template'; readonly pattern: string }

/** A recursive type, by its name in the module. */
export interface RecursiveReference {
  readonly ref: 'recursive'
  readonly name: string
  readonly kind: ShapeKind
}

/** The type of a member, as plain data: printed into the generated file, and converted to JSON Schema for a document. */
export type ShapeType = MemberType<ShapeReference>

export type ShapeMember = ObjectMember<ShapeReference>

export interface ShapeScope extends ShapeKind {
  readonly types: ModuleTypes
}

/** A value, with the rules that its schema includes. */
interface RuledValue {
  readonly type: FieldType
  readonly rules: Rules | undefined
  readonly optional: boolean
}

export function shapeType(value: RuledValue, of: ShapeScope): ShapeType {
  const { type, keywords } = describedType(value, of)
  return withKeywords(type, keywords)
}

/** A type with additional keywords. */
export function withKeywords(type: ShapeType, keywords: JsonSchema): ShapeType {
  return Object.keys(keywords).length === 0 ? type : [type, keywords]
}

/** The type behind a recursive reference. */
export function recursiveType({ name, kind }: RecursiveReference, types: ModuleTypes): ShapeType {
  return baseType(types.recursive(name), undefined, { ...kind, types })
}

/** A template literal type without a reader, in the form that the schema of a reader has: `/` is escaped. */
export function templateType(pattern: string): ShapeType {
  return ['string', { pattern: new RegExp(pattern).source }]
}

/** A string, equal for equal parts of shapes; their references are passed to `visit`, and are equal by their names. */
export function shapeKey(parts: unknown, visit: (reference: ShapeReference) => void): string {
  return JSON.stringify(parts, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value !== 'object' || value === null || !('ref' in value)) return value
    const reference = value as ShapeReference
    visit(reference)
    return 'name' in reference ? { ref: reference.name } : Object.values(reference)
  })
}

/** A type, and the keywords from its rules. */
interface DescribedType {
  readonly type: ShapeType
  readonly keywords: JsonSchema
}

export function describedType(value: RuledValue, scope: ShapeScope): DescribedType {
  const { type, rules: all, optional } = value
  const of = all?.skipped ? { ...scope, isChecked: false } : scope
  const rules = of.isChecked ? all : undefined
  if (isOnlyNull(type)) return { type: 'null', keywords: {} }
  if (type.kind === 'nullable') {
    const present: RuledValue = { type: type.of, rules, optional: true }
    if (asksForPresence(rules)) return describedType(present, of)
    return { type: { anyOf: [...alternatives(present, of), 'null'] }, keywords: {} }
  }
  if (isKindUnion(type)) return { type: { anyOf: alternatives({ type, rules, optional }, of) }, keywords: {} }
  const base = baseType(type, rules, of)
  if (type.kind === 'unknown')
    return { type: base, keywords: asksForPresence(rules) ? { not: { type: 'null' } } : {} }
  return { type: base, keywords: ruleKeywords({ rules, target: targetOf(type), isPlain: !optional }) }
}

/** The types of a union, each with its own rules; any other type alone. */
function alternatives({ type, rules, optional }: RuledValue, of: ShapeScope): readonly ShapeType[] {
  if (!isKindUnion(type)) return [shapeType({ type, rules, optional }, of)]
  return kindTypes(type).map((one) => {
    const steps = rules?.steps.filter((step) => isAbout(step, targetOf(one))) ?? []
    return shapeType({ type: one, rules: rules && { ...rules, steps }, optional }, of)
  })
}

/** Their names in shapes. */
export const scalarWords: Readonly<Record<ScalarName, TypeWord>> = {
  string: 'string',
  boolean: 'bool',
  bigint: 'bigint',
  int: 'int',
  int8: 'int8',
  int16: 'int16',
  int32: 'int32',
  int64: 'int64',
  uint: 'uint',
  uint8: 'uint8',
  uint16: 'uint16',
  uint32: 'uint32',
  uint64: 'uint64',
  float32: 'float32',
  float64: 'number',
  Date: 'date',
  'number | bigint': 'number',
  undefined: 'nothing',
}

const nested = (type: FieldType, rules: Rules | undefined, of: ShapeScope): ShapeType =>
  shapeType({ type, rules, optional: false }, of)

const baseType: (type: FieldType, rules: Rules | undefined, of: ShapeScope) => ShapeType = byKind({
  scalar: ({ scalar }) => scalarWords[scalar],
  literals: ({ values, named }) => ({ ref: 'literals', values, ...(named && { named }) }),
  nullable: nested,
  list: ({ element, hasHoles }, rules, of) => [elementType(element, rules, of, hasHoles)],
  object: ({ name }, _, of) => ({ ref: 'shape', name, kind: nestedKind(of.types.object(name), of) }),
  record: ({ value, keys: ofNumber }, rules, of) => {
    const record = elementType(value, rules, of)
    // No schema has the rules of keys that are numbers.
    if (ofNumber !== undefined) return { record, keys: scalarWords[ofNumber] }
    const keys = rules?.keys === undefined ? {} : keyKeywords(rules.keys)
    return { record, ...(Object.keys(keys).length > 0 && { keys }) }
  },
  tuple: (type, _, of) =>
    shapeTuple(type, (element, i) => elementType(element, undefined, of, type.holes?.includes(i))),
  union: (type, rules, of) => (type.tag === 'kind' ? nested(type, rules, of) : unionType(type, of)),
  recursive: ({ name }, _, of) => ({ ref: 'recursive', name, kind: { ...kindOf(of), isChecked: false } }),
  bytes: 'bytes',
  class: 'string',
  file: 'file',
  template: ({ pattern }) => ({ ref: 'template', pattern }),
  unknown: ({ isObject }) => (isObject ? 'object' : 'unknown'),
})

function unionType(type: Exclude<UnionType, KindUnion>, of: ShapeScope): ShapeType {
  const branches = type.branches.map((branch) => baseType(branch.type, undefined, of))
  if (type.tag === 'fit') return { anyOf: branches }
  const keywords = branchKeywords(type, of.source, of.types)
  return { oneOf: branches.map((one, i) => withKeywords(one, keywords[i] ?? {})) }
}

/** `{ tuple: ['string', 'int'], min: 1, rest: 'bool' }` */
export function shapeTuple<R>(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  typeOf: (type: FieldType, index: number) => MemberType<R>,
): TupleType<R> {
  return {
    tuple: elements.map(typeOf),
    ...(required < elements.length && { min: required }),
    ...(rest !== undefined && { rest: typeOf(rest, elements.length) }),
  }
}

/** The elements of a list or a record, with the rules after `dive`. */
function elementType(
  type: FieldType,
  rules: Rules | undefined,
  of: ShapeScope,
  mayBeUndefined = false,
): ShapeType {
  const element = shapeType({ type, rules: rules?.elements, optional: false }, of)
  // JSON.stringify writes `null` for `undefined`.
  return mayBeUndefined && of.isOutput && !holdsNull(type) ? { anyOf: [element, 'null'] } : element
}

function kindOf({ source, zero, isChecked, isOutput, isStrict, part }: ShapeScope): ShapeKind {
  return { source, zero, isChecked, isOutput, isStrict, part }
}
