import { TypeCompiler } from '@sinclair/typebox/compiler'
import Ajv from 'ajv'
import { SignupDto, validateSignupDto } from '../dist/binders.mjs'
import { checkSignupByHand, email } from '../hand/signup-rules.mjs'
import { refuse } from '../hand/text.mjs'
import { signupSchema, typeboxSignup, zodSignup } from '../peers/signup-schemas.mjs'
import { typia } from '../peers/typia.mjs'
import { samples } from '../requests.mjs'

// An object of the right types, and its rules. What the others know they check of the types as well.

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

/** A check that leaves everything where it is. */
const check = (name, isRight, absent = false) => ({
  name,
  takes: 'value',
  keepsUnknown: true,
  absent,
  run: (value) => (isRight(value) ? value : refuse('value')),
})

function withStandardSchema(value) {
  const result = validate(value)
  return result.issues === undefined ? result.value : refuse('value')
}

const contenders = [
  { name: 'rules by hand', takes: 'value', keepsUnknown: true, run: checkSignupByHand },
  check('ctxgen validateX', (value) => validateSignupDto(value).length === 0),
  { name: 'ctxgen Standard Schema: types, rules, a copy', takes: 'value', run: withStandardSchema },
  check('TypeBox: types and rules', (value) => typeboxCheck.Check(value)),
  check('Ajv: types and rules', (value) => ajvSignup(value)),
  check('typia is: types and rules', (value) => typia.isSignup(value), typia?.isSignup === undefined),
  { name: 'zod: types, rules, a copy', takes: 'value', run: (value) => zodSignup.parse(value) },
]

const right = signup(5)
const [line] = right.lines

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
    ].map((value) => JSON.stringify(value)),
  },
]
