import { TypeCompiler } from '@sinclair/typebox/compiler'
import Ajv from 'ajv'
import { refuse } from '../contenders/hand/text.mjs'
import { bindUserByHand, checkUserByHand } from '../contenders/hand/user-json.mjs'
import { userSchema } from '../contenders/peers/json-schemas.mjs'
import { typeboxUser } from '../contenders/peers/typebox-schemas.mjs'
import { typia } from '../contenders/peers/typia.mjs'
import { zodUser } from '../contenders/peers/zod-schemas.mjs'
import { UserDto } from '../dist/binders.mjs'
import { samples, user, userJson } from '../requests.mjs'

// Unknown members are kept, because a check does not copy.
const ajvUser = new Ajv().compile(openSchema(userSchema))
const typeboxCheck = TypeCompiler.Compile(typeboxUser)
const { validate } = UserDto['~standard']

function openSchema(schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(openSchema)
  const members = Object.entries(schema).filter(([name]) => name !== 'additionalProperties')
  return Object.fromEntries(members.map(([name, member]) => [name, openSchema(member)]))
}

function withCtxgen(value) {
  const result = validate(value)
  return result.issues === undefined ? result.value : refuse('value')
}

const checks = { takes: 'value', keepsUnknown: true }
const contenders = [
  { name: 'checks and copy by hand', takes: 'value', run: bindUserByHand },
  { name: 'checks by hand', ...checks, run: checkUserByHand },
  { name: 'ctxgen, with a copy', takes: 'value', run: withCtxgen },
  { name: 'TypeBox', ...checks, run: (value) => (typeboxCheck.Check(value) ? value : refuse('value')) },
  { name: 'Ajv', ...checks, run: (value) => (ajvUser(value) ? value : refuse('value')) },
  { name: 'typia is', ...checks, run: isByTypia, absent: typia?.is === undefined },
  {
    name: 'typia assert',
    ...checks,
    run: (value) => typia.assert(value),
    absent: typia?.assert === undefined,
  },
  {
    name: 'typia assertPrune (deletes unknown keys in place)',
    takes: 'value',
    run: (value) => typia.assertPrune(value),
    absent: typia?.assertPrune === undefined,
  },
  { name: 'zod', takes: 'value', run: (value) => zodUser.parse(value) },
]

function isByTypia(value) {
  return typia.is(value) ? value : refuse('value')
}

/** The user with one change: the member at `path` has a new value; `undefined` removes it. */
function changed(path, value) {
  const copy = structuredClone(user)
  let at = copy
  for (const key of path.slice(0, -1)) at = at[key]
  at[path.at(-1)] = value
  return JSON.stringify(copy)
}

export const subjects = [
  {
    title: 'Decoded JSON of 956 bytes → checked object',
    limit: 'checks and copy by hand',
    contenders,
    texts: Array.from({ length: samples }, (_, i) => userJson(i)),
    request: (text) => ({ value: JSON.parse(text) }),
    good: [
      [JSON.stringify(user), user],
      [JSON.stringify({ extra: [1], ...user }), user],
      [changed(['items'], []), { ...user, items: [] }],
    ],
    bad: [
      changed(['name'], undefined),
      changed(['age'], '36'),
      changed(['age'], 36.5),
      changed(['active'], null),
      changed(['address'], []),
      changed(['address', 'zip'], 12345),
      changed(['items', 3], null),
      changed(['items', 2, 'qty'], 1.5),
      changed(['items', 4, 'tags'], ['a', 1]),
      '[]',
    ],
  },
]
