import fc from 'fast-check'
import { choiceType, listsType } from './arbitrary-choice.ts'
import { objectType } from './arbitrary-fields.ts'
import { bytesType, recordOf, singleType, unknownType } from './arbitrary-single.ts'
import { anyOfType, byMemberType, unionType } from './arbitrary-union.ts'
import type { NonNullType, ObjectModel, TypeModel } from './model.ts'

type Arb<T> = fc.Arbitrary<T>

/** Types that every text source can express. */
export const flatType: Arb<TypeModel> = fc.oneof(
  { weight: 6, arbitrary: singleType },
  { weight: 2, arbitrary: listOf(singleType) },
  { weight: 1, arbitrary: nullable(singleType) },
)

function listOf(element: Arb<TypeModel>): Arb<NonNullType> {
  return fc
    .tuple(element, fc.boolean())
    .map(([of, isReadonly]) => ({ kind: 'list', of, ...(isReadonly ? { isReadonly } : {}) }))
}

function nullable(of: Arb<NonNullType>): Arb<TypeModel> {
  return of.map((type) => ({ kind: 'nullable', of: type }))
}

function tupleOf(element: Arb<TypeModel>): Arb<NonNullType> {
  return fc
    .tuple(fc.array(element, { minLength: 1, maxLength: 3 }), fc.option(element, { freq: 2 }))
    .map(([of, rest]): NonNullType => ({ kind: 'tuple', of, ...(rest === null ? {} : { rest }) }))
}

/** Tuples without a text notation: their last elements are optional. */
function looseTupleOf(element: Arb<TypeModel>): Arb<NonNullType> {
  return tupleOf(element).chain((tuple) =>
    tuple.kind === 'tuple'
      ? fc.nat(tuple.of.length).map((required): NonNullType => ({ ...tuple, required }))
      : fc.constant(tuple),
  )
}

/** Recursive members that can end. */
const selfType: Arb<TypeModel> = fc.constantFrom<TypeModel>(
  { kind: 'list', of: { kind: 'self' } },
  { kind: 'record', of: { kind: 'self' } },
  { kind: 'nullable', of: { kind: 'self' } },
  { kind: 'anyOf', of: [{ kind: 'scalar', scalar: 'string' }, { kind: 'self' }] },
  { kind: 'tuple', of: [{ kind: 'scalar', scalar: 'string' }], rest: { kind: 'self' } },
)

/** Those that keys can express. */
const nestedSelfType: Arb<TypeModel> = fc.constantFrom<TypeModel>(
  { kind: 'list', of: { kind: 'self' } },
  { kind: 'nullable', of: { kind: 'self' } },
)

/** Types that query and form keys can nest. */
export function nestedType(depth: number): Arb<TypeModel> {
  const base = [
    { weight: 5, arbitrary: flatType },
    { weight: 1, arbitrary: tupleOf(singleType) },
    { weight: 1, arbitrary: recordOf(singleType) },
  ]
  if (depth === 0) return fc.oneof(...base)
  const below = nestedType(depth - 1)
  const object = objectType(
    fc.oneof({ weight: 10, arbitrary: below }, { weight: 1, arbitrary: nestedSelfType }),
  )
  return fc.oneof(...base, { weight: 2, arbitrary: object }, { weight: 2, arbitrary: listOf(object) })
}

/** Types of JSON, MessagePack and CBOR. */
export function deepType(depth: number): Arb<TypeModel> {
  if (depth === 0) return fc.oneof({ weight: 5, arbitrary: flatType }, { weight: 1, arbitrary: bytesType })
  const below = deepType(depth - 1)
  const object = objectType(fc.oneof({ weight: 8, arbitrary: below }, { weight: 1, arbitrary: selfType }))
  return fc.oneof(
    { weight: 3, arbitrary: flatType },
    { weight: 2, arbitrary: object },
    { weight: 1, arbitrary: openObject(object) },
    { weight: 1, arbitrary: unknownType },
    { weight: 1, arbitrary: fc.constant<TypeModel>({ kind: 'numeric' }) },
    { weight: 1, arbitrary: looseTupleOf(below) },
    { weight: 2, arbitrary: listOf(below) },
    { weight: 1, arbitrary: tupleOf(below) },
    { weight: 1, arbitrary: recordOf(below) },
    { weight: 1, arbitrary: nullable(object) },
    { weight: 1, arbitrary: unionType(below) },
    { weight: 1, arbitrary: byMemberType(below) },
    { weight: 3, arbitrary: choiceType(below) },
    { weight: 1, arbitrary: listsType(below) },
    { weight: 1, arbitrary: fc.constant<TypeModel>({ kind: 'object', name: 'N', fields: [] }) },
    { weight: 2, arbitrary: anyOfType(below) },
  )
}

/** An object with an index signature: of its properties' type, or of `unknown`. */
function openObject(object: Arb<ObjectModel>): Arb<NonNullType> {
  return fc.tuple(object, fc.boolean()).map(([{ fields, ...of }, isNarrow]): NonNullType => {
    const types = fields.map(({ type }) => type)
    const isText = types.every((type) => type.kind === 'scalar' && type.scalar === 'string')
    const index: TypeModel =
      isText && isNarrow && fields.every(({ optional }) => !optional)
        ? { kind: 'scalar', scalar: 'string' }
        : { kind: 'unknown', form: 'unknown', name: 'J' }
    return { ...of, fields, index }
  })
}

/** Types that a form holds beside text. */
export function formType(): Arb<TypeModel> {
  return fc.oneof(
    { weight: 3, arbitrary: nestedType(1) },
    { weight: 2, arbitrary: fc.constant<TypeModel>({ kind: 'file' }) },
    { weight: 1, arbitrary: fc.constant<TypeModel>({ kind: 'list', of: { kind: 'file' } }) },
  )
}

/** Types that XML holds. */
export function xmlType(depth: number): Arb<TypeModel> {
  if (depth === 0) return flatType
  const object = objectType(xmlType(depth - 1))
  return fc.oneof(
    { weight: 4, arbitrary: flatType },
    { weight: 1, arbitrary: object },
    { weight: 1, arbitrary: listOf(object) },
  )
}
