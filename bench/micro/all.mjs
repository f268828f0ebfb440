import {
  bindAllEverythingDto,
  bindCookieEverythingDto,
  bindHeaderEverythingDto,
  bindJsonEverythingDto,
  bindQueryEverythingDto,
  bindUriEverythingDto,
} from '../dist/binders.mjs'
import { flat, samples } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

const contenders = [
  { name: 'the five binders in turn', takes: 'input', run: bindInTurn },
  { name: 'ctxgen all', takes: 'input', run: (input) => bindAllEverythingDto(input) },
]

function bindInTurn(input) {
  const { id } = bindUriEverythingDto(input)
  const { page, fields } = bindQueryEverythingDto(input)
  const { tenant } = bindHeaderEverythingDto(input)
  const { session } = bindCookieEverythingDto(input)
  const { title, price, tags } = bindJsonEverythingDto(input)
  return { id, page, fields, tenant, session, title, price, tags }
}

const parts = {
  id: '7',
  query: 'page=2&fields=name&fields=price',
  tenant: 'acme',
  cookie: 'theme=dark; session=abcdef',
  body: { title: 'Bronze gear', price: 1.5, tags: ['brass', 'gear'] },
}

function textOf(changes = {}) {
  return JSON.stringify({ ...parts, ...changes })
}

/** A request from the JSON text of its parts. */
function requestOf(text) {
  const { id, query, tenant, cookie, body } = JSON.parse(text)
  const headers = ['Host', 'localhost', 'X-Tenant', tenant, 'Cookie', cookie].map(flat)
  return {
    input: new RequestInput({
      params: { id },
      query: flat(query),
      headers: tenant === '' ? headers.slice(4) : headers,
      body: Buffer.from(JSON.stringify(body)),
      contentType: 'application/json',
    }),
  }
}

const value = { id: 7, page: 2, fields: ['name', 'price'], tenant: 'acme', session: 'abcdef', ...parts.body }

export const subjects = [
  {
    title: 'Five sources → typed object',
    limit: 'the five binders in turn',
    contenders,
    texts: Array.from({ length: samples }, (_, i) =>
      textOf({ id: `${i}`, cookie: `theme=dark; session=a${i}` }),
    ),
    request: requestOf,
    good: [
      [textOf(), value],
      [textOf({ query: 'page=3' }), { ...value, page: 3, fields: [] }],
    ],
    bad: [
      textOf({ id: 'x' }),
      textOf({ query: '' }),
      textOf({ tenant: '' }),
      textOf({ cookie: 'theme=dark' }),
      textOf({ body: { ...parts.body, price: '1' } }),
    ],
  },
]
