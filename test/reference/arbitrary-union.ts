import fc from 'fast-check'
import { choiceType, listsType } from './arbitrary-choice.ts'
import { objectType } from './arbitrary-fields.ts'
import { withoutRulesOf } from './arbitrary-siblings.ts'
import { branded, bytesType, literalSets, literalType, recordOf, scalarType } from './arbitrary-single.ts'
import {
  type FieldModel,
  type Literal,
  type NonNullType,
  nonNull,
  type ObjectModel,
  type RecordModel,
  type TypeModel,
} from './model.ts'
import { type Kind, kindOf } from './union-kinds.ts'

type Arb<T> = fc.Arbitrary<T>

/** Discriminated unions. */
export function unionType(below: Arb<TypeModel>): Arb<NonNullType> {
  const branches = fc.array(objectType(below), { minLength: 2, maxLength: 3 })
  return fc
    .tuple(branches, fc.constantFrom('kind', 'constructor', 'type'), fc.boolean(), fc.nat(5))
    .map(([of, discriminant, isNumber, absent]) => ({
      kind: 'union',
      discriminant,
      of: of.map((branch, i) => withDiscriminant(branch, discriminant, isNumber ? i : `k${i}`, i === absent)),
    }))
}

/** @param isDefault whether the object is read without its discriminant. */
function withDiscriminant(
  { name, fields }: ObjectModel,
  discriminant: string,
  value: Literal,
  isDefault: boolean,
): ObjectModel {
  const kind: FieldModel = {
    name: discriminant,
    optional: false,
    type: { kind: 'literals', values: [value] },
    tags: [],
    default: isDefault ? [String(value)] : undefined,
  }
  const others = fields.filter((field) => field.name !== discriminant)
  return {
    kind: 'object',
    name,
    fields: [kind, ...others.map((field) => withoutRulesOf(field, discriminant))],
  }
}

/**
 * Objects that each have a unique member; the last may have none. Their other members have distinct names,
 * since a shared one might be a discriminant.
 */
export function byMemberType(below: Arb<TypeModel>): Arb<NonNullType> {
  const objects = fc.array(fc.tuple(objectType(below), below), { minLength: 2, maxLength: 3 })
  return fc.tuple(objects, fc.boolean()).map(([all, isOpen]) => {
    const members = all.map((_, i) => (isOpen && i === all.length - 1 ? undefined : ownNames[i]))
    const of = all.map(([object, type], i) => {
      const before = all.slice(0, i).flatMap(([{ fields }]) => fields.map(({ name }) => name))
      const own = isOpen ? present(type) : type
      return withOwnMember(without([...ownNames, ...before], object), members[i], own)
    })
    return { kind: 'byMember', of, members }
  })
}

function without(names: readonly string[], { name, fields }: ObjectModel): ObjectModel {
  const others = names.reduce<readonly FieldModel[]>(
    (some, one) => some.filter((field) => field.name !== one).map((field) => withoutRulesOf(field, one)),
    fields,
  )
  return { kind: 'object', name, fields: others }
}

const ownNames = ['own', 'a-b', '0own']

/** Drops `null`, which does not identify an object if another has no unique member. */
function present(type: TypeModel): TypeModel {
  return type.kind === 'self' ? text : nonNull(type)
}

function withOwnMember(object: ObjectModel, member: string | undefined, type: TypeModel): ObjectModel {
  if (member === undefined) return object
  // A value of type unknown may be absent.
  const of = type.kind === 'unknown' ? text : type
  const own: FieldModel = { name: member, optional: false, type: of, tags: [], default: undefined }
  return { ...object, fields: [own, ...object.fields] }
}

/** Unions of types with different kinds: `string | N | boolean[]`. */
export function anyOfType(below: Arb<TypeModel>): Arb<NonNullType> {
  const lists = below.map((of): NonNullType => ({ kind: 'list', of }))
  const members = fc.tuple(
    fc.oneof(
      { weight: 3, arbitrary: ofKind('string') },
      { weight: 1, arbitrary: fc.oneof(bytesType, classType) },
    ),
    ofKind('number'),
    ofKind('boolean'),
    fc.oneof(
      { weight: 3, arbitrary: fc.oneof(lists, tupleOf(below)) },
      { weight: 1, arbitrary: listsType(below) },
    ),
    fc.oneof(
      { weight: 2, arbitrary: objectType(below) },
      { weight: 1, arbitrary: recordOf(below) },
      { weight: 1, arbitrary: unionType(below) },
      { weight: 1, arbitrary: byMemberType(below) },
      { weight: 1, arbitrary: choiceType(below) },
    ),
  )
  return fc.tuple(members, fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2 })).map(([all, chosen]) => {
    const of = chosen.flatMap((i) => all[i] ?? [])
    const has = (kind: Kind): boolean => of.some((type) => kindOf(type) === kind)
    // An instance is an object, too.
    const known = of.map((type) => (has('object') && type.kind === 'class' ? text : type))
    return { kind: 'anyOf', of: has('array') ? known.map(unlikeLists) : known }
  })
}

/** Objects get a member that no list has, unlike `{ length: number }`. */
function unlikeLists(type: NonNullType): NonNullType {
  if (type.kind === 'object') return withOwnMember(type, 'mine', text)
  if (type.kind === 'choice') {
    return {
      kind: 'choice',
      of: type.of.map((one) =>
        one.kind === 'object' ? withOwnMember(one, 'mine', text) : withTextKeys(one),
      ),
    }
  }
  if (type.kind === 'record') return withTextKeys(type)
  if (type.kind !== 'byMember') return type
  const of = type.of.map((one, i) => (type.members[i] === undefined ? withOwnMember(one, 'mine', text) : one))
  return { ...type, of }
}

/** A list is assignable to a record of numbers. */
function withTextKeys({ keys: _, ...record }: RecordModel): RecordModel {
  return record
}

const text: NonNullType = { kind: 'scalar', scalar: 'string' }
const classType: Arb<NonNullType> = fc.constant({ kind: 'class', name: 'C' })

function tupleOf(below: Arb<TypeModel>): Arb<NonNullType> {
  return fc.array(below, { minLength: 1, maxLength: 2 }).map((of) => ({ kind: 'tuple', of }))
}

/** Scalars and literals of one kind. */
function ofKind(kind: 'string' | 'number' | 'boolean'): Arb<NonNullType> {
  const sets = literalSets.filter((values) => kindOf({ kind: 'literals', values }) === kind)
  const scalars = scalarType.filter((type) => kindOf(type) === kind)
  return fc.oneof(
    { weight: 2, arbitrary: scalars },
    // The compiler treats booleans as literals, and those cannot have a brand in a union.
    { weight: 1, arbitrary: kind === 'boolean' ? scalars : branded(scalars) },
    { weight: 1, arbitrary: literalType(sets) },
  )
}
