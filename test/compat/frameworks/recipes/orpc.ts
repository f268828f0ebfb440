import { deepStrictEqual, rejects } from 'node:assert'
import { call, ORPCError, os } from '@orpc/server'
import { NewCar } from './dto.bind.js'
import { bodyText, issueText, valueText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

export const park = os.input(NewCar).handler(({ input }) => ({ parked: input.plate, doors: input.doors }))

export const check: Check = async () => {
  deepStrictEqual(await call(park, { plate: 'AB 12', doors: 4 }), { parked: 'AB 12', doors: 4 })
  await rejects(call(park, { plate: '', doors: 4 }), { code: 'BAD_REQUEST' })
}

export const recipes: readonly Recipe[] = [
  {
    name: 'oRPC input',
    source: 'json',
    answer: async ({ schema, request }) => {
      const ask = os.input(schema).handler(({ input }) => valueText(input))
      try {
        return await call(ask, JSON.parse(bodyText(request)))
      } catch (error) {
        if (!(error instanceof ORPCError)) throw error
        return issueText(Reflect.get(Object(error.data), 'issues'))
      }
    },
  },
]
