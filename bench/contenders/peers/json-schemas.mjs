// The DTOs as JSON Schema, for Ajv and Fastify: types and presence only.

const string = { type: 'string' }
const strings = { type: 'array', items: string }

export const searchSchema = object(
  {
    q: string,
    page: { type: 'integer', default: 1 },
    limit: { type: 'integer' },
    tags: { ...strings, default: [] },
    active: { type: 'boolean' },
    minPrice: { type: 'number' },
  },
  ['page', 'tags', 'minPrice'],
)

const addressSchema = object({ street: string, city: string, zip: string, country: string })

const itemSchema = object({
  sku: string,
  title: string,
  qty: { type: 'integer' },
  price: { type: 'number' },
  tags: strings,
})

export const userSchema = object({
  name: string,
  email: string,
  age: { type: 'integer' },
  active: { type: 'boolean' },
  bio: string,
  address: addressSchema,
  items: { type: 'array', items: itemSchema },
})

export const sessionSchema = object({
  sid: string,
  theme: { type: 'string', enum: ['dark', 'light'] },
  visits: { type: 'integer' },
})

const postSchema = object({ title: string, views: { type: 'integer' }, published: { type: 'boolean' } })

export const blogSchema = object(
  { title: string, author: string, posts: { type: 'array', items: postSchema, default: [] } },
  ['posts'],
)

export const orderSchema = object({
  id: { type: 'integer' },
  page: { type: 'integer' },
  fields: strings,
  tenant: string,
  session: string,
})

/** The parts of an order in Fastify's structure. */
export const orderSources = {
  params: object({ id: { type: 'integer' } }),
  querystring: object({ page: { type: 'integer', default: 1 }, fields: { ...strings, default: [] } }, [
    'page',
    'fields',
  ]),
  headers: { type: 'object', properties: { 'x-tenant': string }, required: ['x-tenant'] },
}

function object(properties, optional = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}
