// The rules of dto/signup.ts for each library. All use the limit's expression for e-mail addresses, except for ctxgen
// and typia, whose own are stricter and longer.
import { FormatRegistry, Type } from '@sinclair/typebox'
import { z } from 'zod'
import { email, login } from '../hand/signup-rules.mjs'

FormatRegistry.Set('email', (text) => email.test(text))

export const typeboxSignup = Type.Object({
  login: Type.String({ minLength: 3, maxLength: 32, pattern: login.source }),
  email: Type.String({ format: 'email', maxLength: 254 }),
  age: Type.Integer({ minimum: 18, maximum: 130 }),
  plan: Type.Union([Type.Literal('basic'), Type.Literal('pro'), Type.Literal('team')]),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 16 }), { minItems: 1, maxItems: 8 }),
  lines: Type.Array(
    Type.Object({
      sku: Type.String({ minLength: 8, maxLength: 8 }),
      qty: Type.Integer({ minimum: 1, maximum: 999 }),
      price: Type.Number({ minimum: 0 }),
    }),
    { minItems: 1, maxItems: 50 },
  ),
})

export const signupSchema = {
  type: 'object',
  properties: {
    login: { type: 'string', minLength: 3, maxLength: 32, pattern: login.source },
    email: { type: 'string', format: 'email', maxLength: 254 },
    age: { type: 'integer', minimum: 18, maximum: 130 },
    plan: { type: 'string', enum: ['basic', 'pro', 'team'] },
    tags: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 16 }, minItems: 1, maxItems: 8 },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          sku: { type: 'string', minLength: 8, maxLength: 8 },
          qty: { type: 'integer', minimum: 1, maximum: 999 },
          price: { type: 'number', minimum: 0 },
        },
        required: ['sku', 'qty', 'price'],
      },
      minItems: 1,
      maxItems: 50,
    },
  },
  required: ['login', 'email', 'age', 'plan', 'tags', 'lines'],
}

export const zodSignup = z.object({
  login: z.string().min(3).max(32).regex(login),
  email: z.email({ pattern: email }).max(254),
  age: z.int32().min(18).max(130),
  plan: z.enum(['basic', 'pro', 'team']),
  tags: z.array(z.string().min(1).max(16)).min(1).max(8),
  lines: z
    .array(z.object({ sku: z.string().length(8), qty: z.int32().min(1).max(999), price: z.number().min(0) }))
    .min(1)
    .max(50),
})
