import { deepStrictEqual, rejects } from 'node:assert'
import { CarForm } from './dto.bind.js'
import type { Check } from './recipe.ts'

// The files behind `astro:actions`, which exists in a build alone.
const runtime = '../node_modules/astro/dist/actions/runtime'
const { defineAction } = await import(new URL(`${runtime}/server.js`, import.meta.url).href)
const { ActionError } = await import(new URL(`${runtime}/client.js`, import.meta.url).href)

// src/actions/index.ts
export const server = {
  park: defineAction({
    accept: 'form',
    handler: async (form: FormData) => {
      const result = CarForm.form['~standard'].validate(form)
      if (result.issues) {
        const message = result.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; ')
        throw new ActionError({ code: 'BAD_REQUEST', message })
      }
      return { parked: result.value.plate }
    },
  }),
}

export const check: Check = async () => {
  const park = (plate: string): Promise<unknown> => {
    const form = new FormData()
    form.set('plate', plate)
    form.set('doors', '4')
    return server.park.orThrow.call({}, form)
  }
  deepStrictEqual(await park('AB 12'), { parked: 'AB 12' })
  await rejects(park(''), { code: 'BAD_REQUEST', message: 'plate is required' })
}
