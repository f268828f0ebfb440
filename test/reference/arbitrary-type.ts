import fc from 'fast-check'
import { defaultFor } from './arbitrary-default.ts'
import { nameArbitrary } from './arbitrary-name.ts'
import { rulesFor } from './arbitrary-rules.ts'
import { withSiblingRules } from './arbitrary-siblings.ts'
import type { FieldModel, Literal, NonNullType, ObjectModel, ScalarName, TypeModel } from './model.ts'

type Arb<T> = fc.Arbitrary<T>

const scalarNames: readonly ScalarName[] = [
  'string',
  'boolean',
  'number',
  'float32',
  'float64',
  'Date',
  'int',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'bigint',
]

export const scalarType: Arb<NonNullType> = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom<ScalarName>('string', 'int', 'number', 'boolean') },
    { weight: 4, arbitrary: fc.constantFrom(...scalarNames) },
  )
  .map((scalar) => ({ kind: 'scalar', scalar }))

const literalSets: readonly (readonly Literal[])[] = [
  ['asc', 'desc'],
  ['', 'x'],
  ['constructor', '__proto__', 'toString'],
  ['a,b', 'a', 'b'],
  ["it's", 'say "hi"', '\\', '`$x`'],
  [1, 2, 3],
  [0, -1, 1.5],
  [true],
  ['é', '😀'],
  [1n, -2n, 9007199254740993n],
]

const literalType: Arb<NonNullType> = fc
  .tuple(fc.constantFrom(...literalSets), fc.boolean())
  .map(([values, isEnum]) => {
    const canBeEnum = values.every((value) => typeof value === 'string' || typeof value === 'number')
    return isEnum && canBeEnum ? { kind: 'literals', values, enumName: 'E' } : { kind: 'literals', values }
  })

/** Single values. */
const singleType: Arb<NonNullType> = fc.oneof(
  { weight: 8, arbitrary: scalarType },
  { weight: 2, arbitrary: literalType },
  { weight: 2, arbitrary: fc.oneof(scalarType, literalType).map(branded) },
  { weight: 1, arbitrary: fc.constant<NonNullType>({ kind: 'class', name: 'C' }) },
)

/** A value of a type with a brand, which an enum cannot have. */
function branded(type: NonNullType): NonNullType {
  const isOpen = type.kind === 'scalar' || (type.kind === 'literals' && type.enumName === undefined)
  return isOpen ? { ...type, brand: 'B' } : type
}

/** What every text source holds. */
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

const recordOfSingles: Arb<NonNullType> = recordOf(singleType)

function recordOf(value: Arb<TypeModel>): Arb<NonNullType> {
  return fc
    .tuple(value, fc.nat(3))
    .map(([of, pick]) => ({ kind: 'record', of, ...(pick === 0 ? { keyBrand: 'B' } : {}) }))
}

/** Tuples that have no notation in text: elements at their end may be left out. */
function looseTupleOf(element: Arb<TypeModel>): Arb<NonNullType> {
  return tupleOf(element).chain((tuple) =>
    tuple.kind === 'tuple'
      ? fc.nat(tuple.of.length).map((required): NonNullType => ({ ...tuple, required }))
      : fc.constant(tuple),
  )
}

/** Ways for an object to hold itself that end somewhere. */
const selfType: Arb<TypeModel> = fc.constantFrom<TypeModel>(
  { kind: 'list', of: { kind: 'self' } },
  { kind: 'record', of: { kind: 'self' } },
  { kind: 'nullable', of: { kind: 'self' } },
  { kind: 'tuple', of: [{ kind: 'scalar', scalar: 'string' }], rest: { kind: 'self' } },
)

/** Those of them that keys can say. */
const nestedSelfType: Arb<TypeModel> = fc.constantFrom<TypeModel>(
  { kind: 'list', of: { kind: 'self' } },
  { kind: 'nullable', of: { kind: 'self' } },
)

/** What query and form keys nest. */
export function nestedType(depth: number): Arb<TypeModel> {
  const base = [
    { weight: 5, arbitrary: flatType },
    { weight: 1, arbitrary: tupleOf(singleType) },
    { weight: 1, arbitrary: recordOfSingles },
  ]
  if (depth === 0) return fc.oneof(...base)
  const below = nestedType(depth - 1)
  const object = objectType(
    fc.oneof({ weight: 10, arbitrary: below }, { weight: 1, arbitrary: nestedSelfType }),
  )
  return fc.oneof(...base, { weight: 2, arbitrary: object }, { weight: 2, arbitrary: listOf(object) })
}

/** What JSON and its kin hold. */
export function deepType(depth: number): Arb<TypeModel> {
  if (depth === 0) return fc.oneof({ weight: 5, arbitrary: flatType }, { weight: 1, arbitrary: bytesType })
  const below = deepType(depth - 1)
  const object = objectType(fc.oneof({ weight: 8, arbitrary: below }, { weight: 1, arbitrary: selfType }))
  return fc.oneof(
    { weight: 3, arbitrary: flatType },
    { weight: 2, arbitrary: object },
    { weight: 1, arbitrary: looseTupleOf(below) },
    { weight: 2, arbitrary: listOf(below) },
    { weight: 1, arbitrary: tupleOf(below) },
    { weight: 1, arbitrary: recordOf(below) },
    { weight: 1, arbitrary: nullable(object) },
    { weight: 1, arbitrary: unionType(below) },
  )
}

/** What a form holds beside text. */
export function formType(): Arb<TypeModel> {
  return fc.oneof(
    { weight: 3, arbitrary: nestedType(1) },
    { weight: 2, arbitrary: fc.constant<TypeModel>({ kind: 'file' }) },
    { weight: 1, arbitrary: fc.constant<TypeModel>({ kind: 'list', of: { kind: 'file' } }) },
  )
}

/** What XML holds. */
export function xmlType(depth: number): Arb<TypeModel> {
  if (depth === 0) return flatType
  const object = objectType(xmlType(depth - 1))
  return fc.oneof(
    { weight: 4, arbitrary: flatType },
    { weight: 1, arbitrary: object },
    { weight: 1, arbitrary: listOf(object) },
  )
}

const bytesType: Arb<NonNullType> = fc.constant({ kind: 'bytes' })

function unionType(below: Arb<TypeModel>): Arb<NonNullType> {
  const branches = fc.array(objectType(below), { minLength: 2, maxLength: 3 })
  return fc
    .tuple(branches, fc.constantFrom('kind', 'constructor', 'type'), fc.boolean())
    .map(([of, discriminant, isNumber]) => ({
      kind: 'union',
      discriminant,
      of: of.map((branch, i) => withDiscriminant(branch, discriminant, isNumber ? i : `k${i}`)),
    }))
}

function withDiscriminant({ name, fields }: ObjectModel, discriminant: string, value: Literal): ObjectModel {
  const kind: FieldModel = {
    name: discriminant,
    optional: false,
    type: { kind: 'literals', values: [value] },
    tags: [],
    default: undefined,
  }
  const others = fields.filter((field) => field.name !== discriminant)
  return {
    kind: 'object',
    name,
    fields: [kind, ...others.map((field) => withoutRulesOf(field, discriminant))],
  }
}

/** Without rules about a property that another has taken the place of. */
function withoutRulesOf(field: FieldModel, name: string): FieldModel {
  if (field.rules === undefined) return field
  const rules = field.rules.filter(({ parameter = '' }) => !parameter.split(' ').includes(name))
  const { rules: _, ...bare } = field
  return rules.length === 0 ? bare : { ...field, rules }
}

function objectType(member: Arb<TypeModel>): Arb<ObjectModel> {
  return fieldsOf(member, 3).map((fields) => ({ kind: 'object', name: 'N', fields }))
}

/** The alias in the tag `@type`, where the type is one. */
function tagged(type: TypeModel): TypeModel {
  switch (type.kind) {
    case 'scalar':
      return ['string', 'boolean', 'Date', 'number', 'bigint'].includes(type.scalar)
        ? type
        : { ...type, isTagged: true }
    case 'nullable':
      return type.of.kind === 'scalar' ? { kind: 'nullable', of: tagged(type.of) as NonNullType } : type
    case 'list':
      return type.of.kind === 'scalar' ? { ...type, of: tagged(type.of) } : type
    default:
      return type
  }
}

/** Fields without tags, of different names. */
export function fieldsOf(type: Arb<TypeModel>, maxLength: number): Arb<readonly FieldModel[]> {
  const field = fc
    .record({
      name: nameArbitrary,
      optional: fc.boolean(),
      type,
      hasDefault: fc.nat(3),
      pick: fc.nat(9),
      rulePick: fc.nat(8191),
    })
    .map(({ name, optional, type: of, hasDefault, pick, rulePick }): FieldModel => {
      const texts = hasDefault === 0 ? defaultFor(of, pick) : undefined
      // What every object has can never be absent, so the generator refuses it as an optional property.
      const field: FieldModel = {
        name,
        optional: optional && !(name in {}),
        type: rulePick % 5 === 0 ? tagged(of) : of,
        tags: [],
        default: texts,
      }
      const rules = rulesFor(field, rulePick)
      return rules === undefined ? field : { ...field, rules }
    })
  const fields = fc.uniqueArray(field, { minLength: 1, maxLength, selector: ({ name }) => name })
  const picks = fc.array(fc.nat(9999), { minLength: maxLength, maxLength })
  return fc.tuple(fields, picks).map(([some, chosen]) => withSiblingRules(some, chosen))
}
