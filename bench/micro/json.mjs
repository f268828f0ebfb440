import { TypeCompiler } from '@sinclair/typebox/compiler'
import Ajv from 'ajv'
import { refuse } from '../contenders/hand/text.mjs'
import { bindShallowUserByHand, bindUserByHand, checkUserByHand } from '../contenders/hand/user-json.mjs'
import { userSchema } from '../contenders/peers/json-schemas.mjs'
import { typeboxUser } from '../contenders/peers/typebox-schemas.mjs'
import { typia } from '../contenders/peers/typia.mjs'
import { zodUser } from '../contenders/peers/zod-schemas.mjs'
import { bindJsonUserDto } from '../dist/binders.mjs'
import { samples, user, userJson } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

const ajvUser = new Ajv({ removeAdditional: true }).compile(userSchema)
const typeboxCheck = TypeCompiler.Compile(typeboxUser)

// Every contender receives the bytes of the body and decodes them in the fastest way that node has.
const decode = (bytes) => JSON.parse(bytes.utf8Slice(0, bytes.length))
const absent = typia === undefined

const contenders = [
  { name: 'JSON.parse + checks and copy by hand', takes: 'bytes', run: (b) => bindUserByHand(decode(b)) },
  {
    name: 'JSON.parse + checks by hand',
    takes: 'bytes',
    run: (b) => checkUserByHand(decode(b)),
    keepsUnknown: true,
  },
  // The equivalent of `maxDepth`.
  {
    name: 'the same by hand, and a limit of depth',
    takes: 'bytes',
    run: (b) => bindShallowUserByHand(b.utf8Slice(0, b.length)),
  },
  { name: 'ctxgen', takes: 'input', run: (input) => bindJsonUserDto(input) },
  {
    name: 'typia assertParse',
    takes: 'bytes',
    run: (b) => typia.assertParse(b.utf8Slice(0, b.length)),
    keepsUnknown: true,
    absent,
  },
  {
    name: 'JSON.parse + typia assertPrune',
    takes: 'bytes',
    run: (b) => typia.assertPrune(decode(b)),
    absent,
  },
  { name: 'JSON.parse + Ajv', takes: 'bytes', run: (b) => withAjv(decode(b)) },
  { name: 'JSON.parse + TypeBox', takes: 'bytes', run: (b) => withTypebox(decode(b)), keepsUnknown: true },
  { name: 'JSON.parse + zod', takes: 'bytes', run: (b) => zodUser.parse(decode(b)) },
  { name: 'JSON.parse', takes: 'bytes', run: decode, parseOnly: true },
]

function withAjv(value) {
  return ajvUser(value) ? value : refuse('body')
}

function withTypebox(value) {
  return typeboxCheck.Check(value) ? value : refuse('body')
}

/** The user with one change: the member at `path` has a new value; `undefined` removes it. */
function changed(path, value) {
  const copy = structuredClone(user)
  let at = copy
  for (const key of path.slice(0, -1)) at = at[key]
  at[path.at(-1)] = value
  return JSON.stringify(copy)
}

const good = [
  [JSON.stringify(user), user],
  [JSON.stringify({ extra: [1], ...user }), user],
  [changed(['items'], []), { ...user, items: [] }],
  [changed(['name'], 'Zoë "€" \u{1f600}'), { ...user, name: 'Zoë "€" \u{1f600}' }],
  [changed(['address', 'planet'], 'Earth'), user],
  [` ${JSON.stringify(user, null, 2)}\n`, user],
]

const bad = [
  changed(['name'], undefined),
  changed(['email'], 5),
  changed(['age'], '36'),
  changed(['age'], 36.5),
  changed(['active'], 'true'),
  changed(['address'], undefined),
  changed(['address'], null),
  changed(['address', 'zip'], 12345),
  changed(['items'], {}),
  changed(['items', 3], null),
  changed(['items', 2, 'qty'], 1.5),
  changed(['items', 2, 'price'], undefined),
  changed(['items', 4, 'tags'], ['a', 1]),
  '[]',
  'null',
  JSON.stringify(user).slice(0, -1),
]

function bodyRequest(text) {
  const bytes = Buffer.from(text)
  return { bytes, input: new RequestInput({ body: bytes }) }
}

const texts = Array.from({ length: samples }, (_, i) => userJson(i))
const longTexts = texts.map((text) => {
  const { items, ...rest } = JSON.parse(text)
  return JSON.stringify({ ...rest, items: Array.from({ length: 20 }, () => items).flat() })
})

export const subjects = [subject(texts, 'an object'), subject(longTexts, 'an object with a list of 100')]

function subject(texts, words) {
  return {
    title: `JSON body of ${texts[0].length} bytes → ${words}`,
    limit: 'JSON.parse + checks and copy by hand',
    contenders,
    texts,
    request: bodyRequest,
    good,
    bad,
  }
}
