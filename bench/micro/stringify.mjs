import fastJson from 'fast-json-stringify'
import { stringifyUserByHand } from '../contenders/hand/stringify.mjs'
import { userSchema } from '../contenders/peers/json-schemas.mjs'
import { typia } from '../contenders/peers/typia.mjs'
import { stringifyUserDto } from '../dist/binders.mjs'
import { samples, user, userJson } from '../requests.mjs'

const fastStringify = fastJson(userSchema)
const typiaStringify = typia?.stringify

const contenders = [
  { name: 'JSON.stringify', takes: 'value', run: (value) => JSON.stringify(value) },
  { name: 'ctxgen', takes: 'value', run: (value) => stringifyUserDto(value) },
  { name: 'fast-json-stringify', takes: 'value', run: (value) => fastStringify(value) },
  {
    name: 'typia stringify',
    takes: 'value',
    run: (value) => typiaStringify(value),
    absent: typiaStringify === undefined,
  },
  { name: 'by hand', takes: 'value', run: stringifyUserByHand },
]

const escaped = { ...user, name: 'Zoë "€" \\ \u0001 \u{1f600}', bio: '\ud800 alone', items: [] }

/** The decoded value of a text, as a handler receives it. */
function decodedOf(text) {
  return { value: JSON.parse(text) }
}

const texts = {
  title: 'Typed object → 956 bytes of JSON',
  limit: 'JSON.stringify',
  contenders,
  texts: Array.from({ length: samples }, (_, i) => userJson(i)),
  request: decodedOf,
  good: [user, escaped].map((value) => [JSON.stringify(value), JSON.stringify(value)]),
  bad: [],
}

/** A concatenated string is flattened only when it is read, as in a response. */
const bytes = {
  ...texts,
  title: 'Typed object → 956 bytes of JSON, as bytes to send',
  contenders: contenders.map(({ run, ...contender }) => ({
    ...contender,
    run: (value) => Buffer.from(run(value)),
  })),
  // A lone surrogate has no bytes.
  good: texts.good.slice(0, 1),
  shown: (buffer) => buffer.toString(),
}

export const subjects = [texts, bytes]
