import fc from 'fast-check'
import type { KeyName, Literal, NonNullType, ScalarName, TypeModel } from './model.ts'
import { templates } from './templates.ts'

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

export const literalSets: readonly (readonly Literal[])[] = [
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

export function literalType(sets: readonly (readonly Literal[])[]): Arb<NonNullType> {
  return fc.tuple(fc.constantFrom(...sets), fc.boolean()).map(([values, isEnum]) => {
    const canBeEnum = values.every((value) => typeof value === 'string' || typeof value === 'number')
    return isEnum && canBeEnum ? { kind: 'literals', values, enumName: 'E' } : { kind: 'literals', values }
  })
}

const templateType: Arb<NonNullType> = fc
  .nat(templates.length - 1)
  .map((template) => ({ kind: 'template', template }))

/** Single values. */
export const singleType: Arb<NonNullType> = fc.oneof(
  { weight: 8, arbitrary: scalarType },
  { weight: 2, arbitrary: literalType(literalSets) },
  { weight: 2, arbitrary: branded(fc.oneof(scalarType, literalType(literalSets))) },
  { weight: 1, arbitrary: fc.constant<NonNullType>({ kind: 'class', name: 'C' }) },
  { weight: 1, arbitrary: templateType },
)

/** Values of a type with a brand, which an enum cannot have. */
export function branded(plain: Arb<NonNullType>): Arb<NonNullType> {
  return plain.map((type) => {
    const isOpen = type.kind === 'scalar' || (type.kind === 'literals' && type.enumName === undefined)
    return isOpen ? { ...type, brand: 'B' } : type
  })
}

export function recordOf(value: Arb<TypeModel>): Arb<NonNullType> {
  return fc
    .tuple(value, fc.nat(3), keyType)
    .map(([of, pick, keys]) => ({ kind: 'record', of, ...keys, ...(pick === 0 ? { keyBrand: 'B' } : {}) }))
}

const keyType: Arb<{ readonly keys?: KeyName }> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom<KeyName>('number', 'int', 'uint8').map((keys) => ({ keys })) },
)

export const unknownType: Arb<NonNullType> = fc
  .constantFrom('unknown' as const, 'unknown' as const, 'object' as const, 'alias' as const)
  .map((form) => ({ kind: 'unknown', form, name: 'J' }))

export const bytesType: Arb<NonNullType> = fc.constant({ kind: 'bytes' })
