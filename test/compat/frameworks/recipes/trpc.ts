import { deepStrictEqual, rejects } from 'node:assert'
import { initTRPC, TRPCError } from '@trpc/server'
import { NewCar } from './dto.bind.js'
import { bodyText, issueText, valueText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

const t = initTRPC.create()

export const router = t.router({
  park: t.procedure.input(NewCar).mutation(({ input }) => ({ parked: input.plate, doors: input.doors })),
})

export const check: Check = async () => {
  const caller = t.createCallerFactory(router)({})
  deepStrictEqual(await caller.park({ plate: 'AB 12', doors: 4 }), { parked: 'AB 12', doors: 4 })
  await rejects(caller.park({ plate: '', doors: 4 }), { code: 'BAD_REQUEST' })
}

export const recipes: readonly Recipe[] = [
  {
    name: 'tRPC input',
    source: 'json',
    answer: async ({ schema, request }) => {
      const router = t.router({ ask: t.procedure.input(schema).query(({ input }) => valueText(input)) })
      try {
        return await t
          .createCallerFactory(router)({})
          .ask(JSON.parse(bodyText(request)))
      } catch (error) {
        if (!(error instanceof TRPCError)) throw error
        return issueText(Reflect.get(Object(error.cause), 'issues'))
      }
    },
  },
]
