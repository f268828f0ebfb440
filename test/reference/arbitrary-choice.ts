import fc from 'fast-check'
import { fieldsOf } from './arbitrary-fields.ts'
import { withoutRulesOf } from './arbitrary-siblings.ts'
import { recordOf } from './arbitrary-single.ts'
import {
  elementOf,
  type FieldModel,
  holds,
  type ListModel,
  type Literal,
  type NonNullType,
  nonNull,
  type ObjectBranch,
  type ObjectModel,
  type TupleModel,
  type TypeModel,
} from './model.ts'
import { kindOf } from './union-kinds.ts'

type Arb<T> = fc.Arbitrary<T>

/** Objects that share members, so that no single member always discriminates them; seldom a record. */
export function choiceType(all: Arb<TypeModel>): Arb<NonNullType> {
  const below = all.map(compared)
  const branch = fc.record({
    picks: fc.nat(255),
    own: fieldsOf(below, 2),
    literal: fc.option(literalMember, { nil: undefined }),
  })
  return fc
    .record({
      shared: fieldsOf(below, 4),
      others: fieldsOf(below, 4),
      branches: fc.array(branch, { minLength: 2, maxLength: 4 }),
      record: fc.option(recordOf(below), { freq: 5, nil: undefined }),
      at: fc.nat(4),
    })
    .map(({ shared, others, branches, record, at }) => {
      const objects = branches.map(({ picks, own, literal }): ObjectModel => {
        const isTaken = (_: unknown, i: number): boolean => ((picks >> i) & 1) === 1
        const left = shared.filter((field, i) => !isTaken(field, i))
        const some = shared
          .filter(isTaken)
          .map((field) => left.reduce((one, { name }) => withoutRulesOf(one, name), field))
        // A member of the same name sometimes has another type.
        const taken = some.map((field, i) => turned(field, others[i], picks >> (i + 4)))
        return { kind: 'object', name: 'N', fields: whole([...listed(literal), ...taken, ...own], some) }
      })
      const known = undivided(objects).map(reachable)
      const of: readonly ObjectBranch[] =
        record?.kind === 'record' ? [...known.slice(0, at), record, ...known.slice(at)] : known
      return { kind: 'choice', of }
    })
}

/** Types that can be matched by their values alone. */
function compared(type: TypeModel): TypeModel {
  const isOpen = holds(type, ({ kind }) => kind === 'unknown' || kind === 'numeric' || kind === 'template')
  return isOpen ? { kind: 'scalar', scalar: 'string' } : type
}

/** `kind` with few values, so that branches share some; optional or not, or any text. */
const literalMember: Arb<FieldModel> = fc
  .record({
    name: fc.constantFrom('kind', 'kind', 'constructor', 'on'),
    values: fc.constantFrom<readonly Literal[]>(['a'], ['b'], ['a', 'b'], [1], [true], ['a', 1]),
    isOpen: fc.nat(4),
    isOptional: fc.boolean(),
    isNullable: fc.nat(5),
  })
  .map(({ name, values, isOpen, isOptional, isNullable }) => {
    const type: NonNullType =
      isOpen === 0 ? { kind: 'scalar', scalar: 'string' } : { kind: 'literals', values }
    return {
      name,
      optional: isOptional && !(name in {}),
      type: isNullable === 0 ? { kind: 'nullable', of: type } : type,
      tags: [],
      default: undefined,
    }
  })

function turned(field: FieldModel, other: FieldModel | undefined, pick: number): FieldModel {
  const { rules, ...bare } = field
  if (pick % 4 === 1 && other !== undefined) return { ...bare, type: other.type, default: undefined }
  return pick % 4 === 2 && !(field.name in {}) ? { ...bare, optional: !field.optional } : field
}

function listed<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one]
}

/** Removes duplicate names, and all rules if that replaced a member they were chosen for. */
function whole(fields: readonly FieldModel[], some: readonly FieldModel[]): readonly FieldModel[] {
  const once = fields.filter(({ name }, i) => fields.findIndex((one) => one.name === name) === i)
  const isSame = once.length === fields.length && some.every((one) => fields.includes(one))
  return isSame ? fields : once.map(withoutRules)
}

function withoutRules({ rules, ...field }: FieldModel): FieldModel {
  return field
}

/** Excludes a required member with a different literal in each object: that makes a discriminated union. */
function undivided(objects: readonly ObjectModel[]): readonly ObjectModel[] {
  const [first, ...others] = objects
  if (first === undefined) return []
  const fields = first.fields.map((field) => {
    const isShared = others.every((one) => one.fields.some(({ name }) => name === field.name))
    return isShared && isLiteral(nonNull(field.type)) ? { ...field, type: text, default: undefined } : field
  })
  const isSame = fields.every((field, i) => field === first.fields[i])
  return isSame ? objects : [{ ...first, fields: fields.map(withoutRules) }, ...others]
}

/** Exports an object if another has the same properties, so that callers can name it. */
function reachable(object: ObjectModel, index: number, all: readonly ObjectModel[]): ObjectModel {
  const keys = ({ fields }: ObjectModel): string => JSON.stringify(fields.map(({ name }) => name).sort())
  const isExported = all.some((one, i) => i !== index && keys(one) === keys(object))
  return isExported ? { ...object, isExported } : object
}

function isLiteral(type: TypeModel): boolean {
  return type.kind === 'literals' || (type.kind === 'scalar' && type.scalar === 'boolean')
}

const text: NonNullType = { kind: 'scalar', scalar: 'string' }

/** Lists with different lengths or different kinds of elements. */
export function listsType(all: Arb<TypeModel>): Arb<NonNullType> {
  const below = all.map(compared)
  const element = below.filter((type) => type.kind !== 'self')
  const list = fc
    .tuple(element, fc.boolean())
    .map(([of, isReadonly]): ListModel => ({ kind: 'list', of, ...(isReadonly ? { isReadonly } : {}) }))
  const tuple = fc
    .tuple(fc.array(element, { minLength: 1, maxLength: 3 }), fc.option(element, { freq: 5 }), fc.nat(3))
    .map(
      ([of, rest, left]): TupleModel => ({
        kind: 'tuple',
        of,
        required: Math.max(0, of.length - (left === 0 ? 1 : 0)),
        ...(rest === null ? {} : { rest }),
      }),
    )
  const tagged = fc
    .array(tuple, { minLength: 2, maxLength: 4 })
    .map((all): NonNullType => ({ kind: 'lists', of: all.map((one, i) => withTag(one, `t${i}`)) }))
  const untagged = fc.array(fc.oneof(list, tuple), { minLength: 2, maxLength: 5 }).map((all): NonNullType => {
    const [first, ...others] = all
    const of = listed(first)
    for (const one of others) if (of.every((two) => areApart(one, two))) of.push(one)
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'lists', of }
  })
  return fc.oneof({ weight: 3, arbitrary: untagged }, { weight: 1, arbitrary: tagged })
}

/** A tuple that its first element distinguishes. */
function withTag({ of, required = of.length, ...tuple }: TupleModel, tag: string): TupleModel {
  return { ...tuple, of: [{ kind: 'literals', values: [tag] }, ...of], required: required + 1 }
}

/** Whether a length, or the kinds at some index, discriminate two lists, both in a body and as values. */
function areApart(a: ListModel | TupleModel, b: ListModel | TupleModel): boolean {
  const [leastOfA, maxOfA] = lengthsOf(a)
  const [leastOfB, maxOfB] = lengthsOf(b)
  if (maxOfA < leastOfB || maxOfB < leastOfA) return true
  return [kindOf, valueKind].every((kind) =>
    [0, 1, 2, 3].some((i) => {
      const [one, other] = [elementKinds(a, i, kind), elementKinds(b, i, kind)]
      return one !== '' && other !== '' && one !== other
    }),
  )
}

function lengthsOf(list: ListModel | TupleModel): readonly [number, number] {
  if (list.kind === 'list') return [0, Number.POSITIVE_INFINITY]
  const { of, rest, required = of.length } = list
  return [required, rest === undefined ? of.length : Number.POSITIVE_INFINITY]
}

/** An instance is an object. */
function valueKind(type: TypeModel): string {
  return type.kind === 'class' ? 'object' : kindOf(type)
}

function elementKinds(
  list: ListModel | TupleModel,
  index: number,
  kind: (type: TypeModel) => string,
): string {
  const type = list.kind === 'list' ? list.of : elementOf(list, index)
  if (type === undefined) return ''
  const of = nonNull(type)
  return [...new Set((of.kind === 'anyOf' ? of.of : [of]).map(kind))].sort().join()
}
