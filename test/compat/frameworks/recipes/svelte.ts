import { deepStrictEqual, rejects, strictEqual } from 'node:assert'
import { fetchInput } from '@ctxgen/runtime/adapters'
import { fail, json } from '@sveltejs/kit'
import { bindQuerySearchCars, CarForm } from './dto.bind.js'
import type { Check } from './recipe.ts'

interface RequestEvent {
  readonly request: Request
  readonly params: Record<string, string>
}

const input = fetchInput()

// src/routes/cars/+server.ts
export async function GET({ request, params }: RequestEvent) {
  const { limit, colours } = bindQuerySearchCars(await input(request, params))
  return json({ limit, colours })
}

// src/routes/cars/+page.server.ts
export const actions = {
  default: async ({ request }: RequestEvent) => {
    const result = CarForm.form['~standard'].validate(await request.formData())
    if (result.issues) return fail(400, { issues: result.issues })
    return { parked: result.value.plate }
  },
}

export const check: Check = async () => {
  const get = (query: string): Promise<Response> =>
    GET({ request: new Request(`http://localhost/cars?${query}`), params: {} })
  deepStrictEqual(await (await get('limit=5&colours=red')).json(), { limit: 5, colours: ['red'] })
  await rejects(get('limit=0'), { name: 'ValidationError' })
  const post = (plate: string) => {
    const body = new FormData()
    body.set('plate', plate)
    body.set('doors', '4')
    return actions.default({ request: new Request('http://localhost', { method: 'POST', body }), params: {} })
  }
  deepStrictEqual(await post('AB 12'), { parked: 'AB 12' })
  const failed = await post('')
  strictEqual('status' in failed && failed.status, 400)
}
