// The DTOs for zod: types and presence only, like every contender's.
import { z } from 'zod'

const texts = z.union([z.array(z.string()), z.string().transform((text) => [text])])

export const zodSearch = z.object({
  q: z.string(),
  page: z.coerce.number().int().default(1),
  limit: z.coerce.number().int(),
  tags: texts.default([]),
  active: z.stringbool(),
  minPrice: z.coerce.number().optional(),
})

export const zodUser = z.object({
  name: z.string(),
  email: z.string(),
  age: z.int32(),
  active: z.boolean(),
  bio: z.string(),
  address: z.object({ street: z.string(), city: z.string(), zip: z.string(), country: z.string() }),
  items: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      qty: z.int32(),
      price: z.number(),
      tags: z.array(z.string()),
    }),
  ),
})

export const zodSession = z.object({
  sid: z.string(),
  theme: z.enum(['dark', 'light']),
  visits: z.coerce.number().int(),
})

export const zodBlog = z.object({
  title: z.string(),
  author: z.string(),
  posts: z
    .array(z.object({ title: z.string(), views: z.coerce.number().int(), published: z.stringbool() }))
    .default([]),
})

/** The parts of an order, by source. */
export const zodOrder = {
  param: z.object({ id: z.coerce.number().int() }),
  query: z.object({ page: z.coerce.number().int().default(1), fields: texts.default([]) }),
  header: z.object({ 'x-tenant': z.string() }),
  cookie: z.object({ session: z.string() }),
}

/** For servers without a validator of their own: all parts at once. */
export const zodWholeOrder = z.object(zodOrder)

export function orderOf({ param, query, header, cookie }) {
  return { ...param, ...query, tenant: header['x-tenant'], session: cookie.session }
}

export const zodUploadFields = z.object({ title: z.string() })
