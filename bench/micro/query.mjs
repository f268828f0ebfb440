import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import Ajv from 'ajv'
import fastQuerystring from 'fast-querystring'
import qs from 'qs'
import { bindSearchByHand } from '../contenders/hand/search-query.mjs'
import { refuse } from '../contenders/hand/text.mjs'
import { searchSchema } from '../contenders/peers/json-schemas.mjs'
import { typeboxSearch } from '../contenders/peers/typebox-schemas.mjs'
import { typia } from '../contenders/peers/typia.mjs'
import { zodSearch } from '../contenders/peers/zod-schemas.mjs'
import { bindQuerySearchDto } from '../dist/binders.mjs'
import { flat, samples, search, searchQuery } from '../requests.mjs'
import { RequestInput } from './request-input.mjs'

const ajv = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true })
const ajvSearch = ajv.compile(searchSchema)
const typeboxCheck = TypeCompiler.Compile(typeboxSearch)

function withAjv(query) {
  return ajvSearch(query) ? query : refuse('query')
}

function withTypebox(query) {
  query.page ??= 1
  query.tags ??= []
  const converted = Value.Convert(typeboxSearch, query)
  return typeboxCheck.Check(converted) ? converted : refuse('query')
}

/** typia accepts a URL, or its part from the `?` on. */
function withTypia(url) {
  const query = typia.assertQuery(url)
  query.page ??= 1
  return query
}

/** The usual code without a binding library. */
function withUrlSearchParams(text) {
  const params = new URLSearchParams(text)
  const q = params.get('q') ?? refuse('q')
  const page = whole(params.get('page') ?? '1')
  const limit = whole(params.get('limit'))
  const active = params.get('active')
  if (active !== 'true' && active !== 'false') refuse('active')
  const query = { q, page, limit, tags: params.getAll('tags'), active: active === 'true' }
  const minPrice = params.get('minPrice')
  if (minPrice !== null) query.minPrice = Number.isFinite(+minPrice) ? +minPrice : refuse('minPrice')
  return query
}

function whole(text) {
  return text !== null && text !== '' && Number.isInteger(+text) ? +text : refuse('number')
}

const contenders = [
  { name: 'by hand', takes: 'text', run: (text) => bindSearchByHand(text, 0) },
  { name: 'ctxgen', takes: 'input', run: (input) => bindQuerySearchDto(input) },
  {
    name: 'typia assertQuery',
    takes: 'url',
    run: withTypia,
    absent: typia === undefined,
  },
  { name: 'URLSearchParams + code', takes: 'text', run: withUrlSearchParams },
  { name: 'fast-querystring + Ajv', takes: 'text', run: (text) => withAjv(fastQuerystring.parse(text)) },
  {
    name: 'fast-querystring + TypeBox',
    takes: 'text',
    run: (text) => withTypebox(fastQuerystring.parse(text)),
    keepsUnknown: true,
    accepts: ['q=x&limit=2.5&tags=a&active=true'],
  },
  {
    name: 'fast-querystring + zod',
    takes: 'text',
    run: (text) => zodSearch.parse(fastQuerystring.parse(text)),
  },
  { name: 'qs + zod', takes: 'text', run: (text) => zodSearch.parse(qs.parse(text)) },
  { name: 'fast-querystring', takes: 'text', run: fastQuerystring.parse, parseOnly: true },
  { name: 'qs', takes: 'text', run: (text) => qs.parse(text), parseOnly: true },
]

const { minPrice: _, ...withoutPrice } = search
const good = [
  [searchQuery(0), search],
  [searchQuery(0, false), { ...search, q: 'helloworld' }],
  [
    'active=false&tags=z&tags=a%26b&limit=-7&q=a+b',
    { ...withoutPrice, q: 'a b', page: 1, limit: -7, tags: ['z', 'a&b'], active: false },
  ],
  ['q=&limit=1&tags=one&active=true', { q: '', page: 1, limit: 1, tags: ['one'], active: true }],
  [
    'q=x&limit=1&active=true&utm_source=mail&minPrice=-0.5',
    { q: 'x', page: 1, limit: 1, tags: [], active: true, minPrice: -0.5 },
  ],
  [
    'q=%C3%A9t%C3%A9&page=3&limit=1&active=true&tags=%E2%82%AC',
    { q: 'été', page: 3, limit: 1, tags: ['€'], active: true },
  ],
]

const bad = [
  'page=2&limit=20&tags=a&active=true',
  'q=x&page=2&tags=a&active=true',
  'q=x&limit=20&tags=a',
  'q=x&limit=many&tags=a&active=true',
  'q=x&limit=2.5&tags=a&active=true',
  'q=x&page=two&limit=20&tags=a&active=true',
  'q=x&limit=20&tags=a&active=maybe',
  'q=x&limit=20&active=true&minPrice=cheap',
]

function subject(title, encoded) {
  const texts = Array.from({ length: samples }, (_, i) => flat(searchQuery(i, encoded)))
  return { title, limit: 'by hand', contenders, texts, request: queryRequest, good, bad }
}

function queryRequest(text) {
  return { text, url: flat(`?${text}`), input: new RequestInput({ query: text }) }
}

export const subjects = [
  subject('Query string → typed object, one %20', true),
  subject('Query string → typed object, no escapes', false),
]
