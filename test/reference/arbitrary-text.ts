import fc from 'fast-check'
import { type Literal, nonNull, type ScalarName, type TupleModel, type TypeModel } from './model.ts'
import { templates } from './templates.ts'

type Arb<T> = fc.Arbitrary<T>

/** Texts that nearly match some type, or that parsers may stumble over. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  '-0',
  '-',
  '+5',
  ' 5',
  '5 ',
  '007',
  '1e3',
  '1E+3',
  '1.0',
  '.5',
  '5.',
  '1_0',
  '0x10',
  'NaN',
  'Infinity',
  '1e400',
  '-1e-400',
  '3.4028234663852887e38',
  '3.5e38',
  '127',
  '128',
  '-128',
  '-129',
  '255',
  '256',
  '32768',
  '65536',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  '000000000000000000000000001',
  '99999999999999999999999999999999',
  '٣',
  '１',
  't',
  'T',
  'TRUE',
  'True',
  'on',
  'yes',
  'tRUE',
  'null',
  'undefined',
  'a,b',
  'a|b',
  ',',
  ',,1',
  '1,2,,3',
  '1|2',
  '1 2',
  '[object Object]',
  '__proto__',
  'constructor',
  '2024-02-29T11:00:00Z',
  '2023-02-29T11:00:00Z',
  '2024-02-29T24:00:00Z',
  '2024-02-29T23:59:60Z',
  '2024-02-29t11:00:00z',
  '2024-02-29',
  '2024-02-29T11:00:00+02:00',
  '2024-02-29T11:00:00 02:00',
  '2024-02-29T11:00:00.123456789-23:59',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '2024-13-01T00:00:00Z',
  '\ufeff5',
  '5\u0000',
  '\ud800',
  '😀',
  '"quoted"',
  '{}',
  '[]',
  '5',
]

export const oddText: Arb<string> = fc.constantFrom(...oddTexts)

const numberText = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map(String),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)

const small = fc.integer({ min: 0, max: 127 }).map(String)

/** A table of all characters, as `unit: 'binary'` builds one, takes a second. */
export const anyCharacter: Arb<string> = fc
  .oneof(fc.nat(0x7f), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

const stringText = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
  fc.constantFrom('x', 'a b', 'a,b', 'ä&=+%', ' A\t  b\u00a0', '  ', 'e\u0301\u2003Ǆß'),
)

const booleanText = fc.constantFrom('true', 'false', '1', '0', 'on', 't', 'F', 'FALSE')

const dateText = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString())

const bigText = fc.oneof(small, fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String))

const wholeText = fc.oneof(
  { weight: 3, arbitrary: small },
  { weight: 1, arbitrary: fc.integer().map(String) },
)

const classText = fc.constantFrom('x', 'Plate', 'é', 'a b', 'wrong!', 'too long')

/** Mostly values of the scalar. */
function scalarText(scalar: ScalarName): Arb<string> {
  switch (scalar) {
    case 'string':
      return stringText
    case 'boolean':
      return booleanText
    case 'number':
    case 'float32':
    case 'float64':
      return numberText
    case 'Date':
      return dateText
    case 'int64':
    case 'bigint':
      return bigText
    default:
      return wholeText
  }
}

/** The text of a single value: nearly always valid, sometimes odd. */
export function singleText(type: TypeModel): Arb<string> {
  const of = nonNull(type)
  const valid =
    of.kind === 'scalar'
      ? scalarText(of.scalar)
      : of.kind === 'literals'
        ? fc.constantFrom(...of.values.map((value: Literal) => String(value)))
        : of.kind === 'template'
          ? fc.constantFrom(...(templates[of.template]?.samples ?? []))
          : classText
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: oddText })
}

/** The texts of a tuple's elements, and some of its rest. */
export function tupleTexts({ of, rest }: TupleModel): Arb<readonly string[]> {
  const more = rest === undefined ? fc.constant([]) : fc.array(singleText(rest), { maxLength: 2 })
  return fc.tuple(fc.tuple(...of.map(singleText)), more).map((texts) => texts.flat())
}
