import { TypeCompiler } from '@sinclair/typebox/compiler'
import Ajv from 'ajv'
import { checkSignupByHand, checkSignupLengthsByHand, email } from '../contenders/hand/signup-rules.mjs'
import { refuse } from '../contenders/hand/text.mjs'
import { signupSchema, typeboxSignup, zodSignup } from '../contenders/peers/signup-schemas.mjs'
import { typia } from '../contenders/peers/typia.mjs'
import { validateSignupDto } from '../dist/binders.mjs'
// A separate module: code shared with copying validators would see two shapes of objects.
import { SignupDto } from '../dist/binders.mjs?standard-schema'
import { samples } from '../requests.mjs'

// An object of the right types, and its rules. The other libraries check the types as well.

const ajv = new Ajv()
ajv.addFormat('email', email)
const ajvSignup = ajv.compile(signupSchema)
const typeboxCheck = TypeCompiler.Compile(typeboxSignup)
const { validate } = SignupDto['~standard']

function signup(i) {
  return {
    login: `ann_${100 + (i % 900)}`,
    email: `ann.${i}@mail.example.org`,
    age: 18 + (i % 80),
    plan: ['basic', 'pro', 'team'][i % 3],
    tags: ['new', 'customer', `group-${i % 10}`],
    lines: Array.from({ length: 4 }, (_, n) => ({
      sku: `SKU-${1000 + ((i + n) % 9000)}`,
      qty: 1 + ((i + n) % 99),
      price: ((i * 7 + n) % 1000) / 4,
    })),
  }
}

const right = signup(5)
const [line] = right.lines

/** Seven code points in eight units. Contenders that use `length` accept it. */
const sevenCharacters = JSON.stringify({ ...right, lines: [{ ...line, sku: 'SKU-10\u{1f697}' }] })
const countsUnits = { accepts: [sevenCharacters] }

/** A check that changes nothing. Each `run` is written out, because functions of equal text share feedback. */
const check = (name, run, more) => ({ name, takes: 'value', keepsUnknown: true, run, ...more })

function withStandardSchema(value) {
  const result = validate(value)
  return result.issues === undefined ? result.value : refuse('value')
}

const contenders = [
  check('rules by hand', checkSignupByHand),
  check('by hand, length for size', checkSignupLengthsByHand, countsUnits),
  check('ctxgen validateX', (value) => (validateSignupDto(value).length === 0 ? value : refuse('value'))),
  { name: 'ctxgen Standard Schema: types, rules, a copy', takes: 'value', run: withStandardSchema },
  check(
    'TypeBox: types and rules',
    (value) => (typeboxCheck.Check(value) ? value : refuse('value')),
    countsUnits,
  ),
  check('Ajv: types and rules', (value) => (ajvSignup(value) ? value : refuse('value'))),
  check('typia is: types and rules', (value) => (typia.isSignup(value) ? value : refuse('value')), {
    absent: typia?.isSignup === undefined,
    ...countsUnits,
  }),
  {
    name: 'zod: types, rules, a copy',
    takes: 'value',
    run: (value) => zodSignup.parse(value),
  },
]

export const subjects = [
  {
    title: 'Object of the right types → its rules',
    limit: 'rules by hand',
    contenders,
    texts: Array.from({ length: samples }, (_, i) => JSON.stringify(signup(i))),
    request: (text) => ({ value: JSON.parse(text) }),
    good: [right, { ...right, tags: ['a'], lines: [line] }, { ...right, age: 130 }].map((value) => [
      JSON.stringify(value),
      value,
    ]),
    bad: [
      { ...right, login: 'ab' },
      { ...right, login: 'a'.repeat(33) },
      { ...right, login: 'Ann' },
      { ...right, email: 'ann' },
      { ...right, age: 17 },
      { ...right, age: 131 },
      { ...right, plan: 'free' },
      { ...right, tags: [] },
      { ...right, tags: ['a', ''] },
      { ...right, tags: Array(9).fill('a') },
      { ...right, lines: [] },
      { ...right, lines: [line, { ...line, sku: 'short' }] },
      { ...right, lines: [line, { ...line, qty: 0 }] },
      { ...right, lines: [line, { ...line, price: -1 }] },
    ]
      .map((value) => JSON.stringify(value))
      .concat(sevenCharacters),
  },
]
