import {
  bindJsonWide1,
  bindJsonWide10,
  bindJsonWide50,
  bindJsonWide200,
  bindQueryWide1,
  bindQueryWide10,
  bindQueryWide50,
  bindQueryWide200,
} from '../dist/binders.mjs'
import { flat, samples } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

// DTOs of one to 200 properties, and 200 with one in twenty sent: the cost per byte.

/** The properties of a request; only every `step`-th one is kept, beginning at `i`. */
function properties(count, step, i) {
  const members = {}
  for (let n = i % step; n < count; n += step)
    members[`property${String(n).padStart(3, '0')}`] = `value-${100 + ((n + i) % 900)}`
  return members
}

function queryText(members) {
  return Object.entries(members)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function queryByUrlSearchParams(text) {
  return Object.fromEntries(new URLSearchParams(text))
}

const parse = (bytes) => JSON.parse(bytes.utf8Slice(0, bytes.length))

function subject(source, count, step, bind) {
  const isQuery = source === 'query'
  const textOf = (i) => {
    const members = properties(count, step, i)
    return flat(isQuery ? queryText(members) : JSON.stringify(members))
  }
  const texts = Array.from({ length: samples }, (_, i) => textOf(i))
  const bytes = texts.reduce((sum, text) => sum + text.length, 0) / samples
  const limit = isQuery ? 'URLSearchParams' : 'JSON.parse'
  return {
    title: `${isQuery ? 'Query string' : 'JSON body'} of ${Math.ceil(count / step)} of ${count} properties, ${Math.round(bytes)} bytes`,
    limit,
    bytes,
    contenders: [
      {
        name: limit,
        takes: isQuery ? 'text' : 'bytes',
        run: isQuery ? queryByUrlSearchParams : parse,
        parseOnly: true,
      },
      { name: 'ctxgen', takes: 'input', run: (input) => bind(input) },
    ],
    texts,
    request: (text) => {
      const body = Buffer.from(text)
      return { text, bytes: body, input: new RequestInput(isQuery ? { query: text } : { body }) }
    },
    good: [0, 1, 7].map((i) => [textOf(i), properties(count, step, i)]),
    bad: isQuery ? [] : ['[]', '{"property000":1}'],
  }
}

export const subjects = [
  subject('query', 1, 1, bindQueryWide1),
  subject('query', 10, 1, bindQueryWide10),
  subject('query', 50, 1, bindQueryWide50),
  subject('query', 200, 1, bindQueryWide200),
  subject('query', 200, 20, bindQueryWide200),
  subject('json', 1, 1, bindJsonWide1),
  subject('json', 10, 1, bindJsonWide10),
  subject('json', 50, 1, bindJsonWide50),
  subject('json', 200, 1, bindJsonWide200),
  subject('json', 200, 20, bindJsonWide200),
]
