// The DTOs for TypeBox: types and presence only.
import { Type } from '@sinclair/typebox'

export const typeboxSearch = Type.Object({
  q: Type.String(),
  page: Type.Integer(),
  limit: Type.Integer(),
  tags: Type.Array(Type.String()),
  active: Type.Boolean(),
  minPrice: Type.Optional(Type.Number()),
})

export const typeboxUser = Type.Object({
  name: Type.String(),
  email: Type.String(),
  age: Type.Integer(),
  active: Type.Boolean(),
  bio: Type.String(),
  address: Type.Object({
    street: Type.String(),
    city: Type.String(),
    zip: Type.String(),
    country: Type.String(),
  }),
  items: Type.Array(
    Type.Object({
      sku: Type.String(),
      title: Type.String(),
      qty: Type.Integer(),
      price: Type.Number(),
      tags: Type.Array(Type.String()),
    }),
  ),
})
