import { deepStrictEqual, strictEqual } from 'node:assert'
import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { CarForm, NewCar, SearchCars } from './dto.bind.js'
import { bodyText, issueText, valueText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

const app = new Hono()

app.get('/cars', sValidator('query', SearchCars.query), (c) => {
  const { limit, colours } = c.req.valid('query')
  return c.json({ limit, colours })
})
app.post('/cars', sValidator('json', NewCar.json), (c) => c.json(c.req.valid('json')))
app.post('/form', sValidator('form', CarForm.form), (c) => c.json(c.req.valid('form')))

export const check: Check = async () => {
  const found = await app.request('/cars?limit=5&colours=red')
  deepStrictEqual(await found.json(), { limit: 5, colours: ['red'] })
  strictEqual((await app.request('/cars?limit=0')).status, 400)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const made = await app.request('/form', { method: 'POST', headers, body: 'plate=A&doors=4' })
  deepStrictEqual(await made.json(), { plate: 'A', doors: 4 })
}

export const recipes: readonly Recipe[] = (['query', 'form', 'json'] as const).map((source) => ({
  name: `Hono sValidator('${source}')`,
  source,
  answer: async ({ schema, request }) => {
    const app = new Hono()
    const validator = sValidator(source, schema, ({ success, ...result }, c) => {
      if (!success && 'error' in result) return c.text(issueText(result.error))
      return undefined
    })
    app.all('/', validator, (c) => c.text(valueText(c.req.valid(source as never))))
    const type = source === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: bodyText(request) }
    const answer = await (source === 'query'
      ? app.request(`/?${request.query ?? ''}`)
      : app.request('/', init))
    return answer.text()
  },
}))
