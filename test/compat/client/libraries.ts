import { FieldApi, FormApi } from '@tanstack/form-core'
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { setupServer } from 'msw/node'
import { createFormControl } from 'react-hook-form'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app as parking } from '../../../fixtures/client/parking/app.ts'
import { seen, app as shop } from '../../../fixtures/client/shop/app.ts'
import { bracketed, checkPlainForm } from './forms.ts'
import { fieldErrors, listCars, packed, parkCar, parkCarNames, ticks } from './work/parking.js'
import { handlers, listCarsHandler, parkCarHandler, sampleCar } from './work/parking.msw.js'
import * as queries from './work/parking.query.js'
import { listGoodsInfiniteQueryOptions, oneGoodQueryOptions } from './work/shop.query.js'

const api = { fetch: parking.fetch }

test('TanStack Query caches, shares and invalidates queries', async () => {
  const client = new QueryClient()
  let requests = 0
  const counting = {
    fetch: (request: Request) => {
      requests++
      return parking.fetch(request)
    },
  }
  const options = { ...queries.listCarsQueryOptions(counting, { garage: 7 }), staleTime: 60_000 }
  const [one, two] = await Promise.all([client.fetchQuery(options), client.fetchQuery(options)])
  assert.is(one, two)
  assert.is(one.cars[0]?.mileage, 9007199254740993n)
  assert.is(requests, 1)
  const observer = new QueryObserver(client, options)
  const unsubscribe = observer.subscribe(() => {})
  await client.invalidateQueries({ queryKey: ['listCars', { garage: 7 }] })
  assert.is(requests, 2)
  unsubscribe()
})

test('TanStack Query reads pages to the end', async () => {
  const client = new QueryClient()
  const observer = new InfiniteQueryObserver(
    client,
    listGoodsInfiniteQueryOptions({ fetch: shop.fetch }, { limit: 20 }),
  )
  const unsubscribe = observer.subscribe(() => {})
  await observer.refetch()
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
  assert.is(observer.getCurrentResult().data?.pages.flatMap(({ body }) => body.goods).length, 45)
  unsubscribe()
})

test('TanStack Query gets an error of a query, and no more attempts than are wanted', async () => {
  const client = new QueryClient()
  seen.requests = 0
  await client.fetchQuery({ ...oneGoodQueryOptions({ fetch: shop.fetch }, { id: '99' }), retry: false }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.status, 404),
  )
  assert.is(seen.requests, 1)
})

test('TanStack Query runs mutations', async () => {
  const client = new QueryClient()
  const observer = new MutationObserver(client, queries.parkCarMutationOptions(api))
  const car = await observer.mutate({ garage: 7, plate: 'ZH 1', mileage: 1n, owner: null })
  assert.is(car.plate, 'ZH 1')
})

const base = { baseUrl: 'https://cars.example/api' }

test('MSW answers with samples, and with given answers', async () => {
  const server = setupServer(...handlers(base))
  server.listen({ onUnhandledRequest: 'error' })
  try {
    const cars = await listCars({ ...base, checked: true }, { garage: 7 })
    assert.ok(cars.ok && cars.body.cars[0]?.since instanceof Date)
    assert.is((await packed(base)).body.plate, 'plate')
    for await (const { data } of (await ticks(base)).body) assert.is(data, 'data')
    server.use(
      listCarsHandler(base, {
        status: 200,
        body: { cars: [sampleCar({ plate: 'BE 2', mileage: 2n ** 60n })] },
      }),
      parkCarHandler(base, { status: 409, problem: { type: 'about:blank', title: 'Conflict', status: 409 } }),
    )
    const given = await listCars(base, { garage: 7 })
    assert.is(given.ok && given.body.cars[0]?.mileage, 2n ** 60n)
    const full = await parkCar(base, { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null })
    assert.is(full.status, 409)
  } finally {
    server.close()
  }
})

const wrong = { garage: 7, plate: 'far too long a plate', mileage: 1n, owner: null }

test('React Hook Form gets the issues of an answer', async () => {
  const { control, setError, getFieldState, handleSubmit } = createFormControl({ defaultValues: wrong })
  control._subscribe({ formState: { errors: true }, callback: () => {} })
  await handleSubmit(async (input) => {
    const answer = await parkCar(api, input)
    if (answer.ok || answer.status !== 400) return
    for (const [name, message] of Object.entries(fieldErrors(answer.problem, parkCarNames)))
      setError((name || 'root') as 'plate', { type: 'server', message })
  })()
  assert.is(getFieldState('plate').error?.message, 'must have at most 10 characters')
})

test('TanStack Form gets the issues of an answer', async () => {
  const form = new FormApi({
    defaultValues: wrong,
    validators: {
      onSubmitAsync: async ({ value }) => {
        const answer = await parkCar(api, value)
        if (answer.ok) return undefined
        const { '': rest, ...fields } = fieldErrors(answer.problem, parkCarNames)
        return { form: rest ?? answer.problem.detail, fields: bracketed(fields) }
      },
    },
  })
  form.mount()
  const field = new FieldApi({ form, name: 'plate' })
  field.mount()
  await form.handleSubmit()
  assert.equal(field.state.meta.errors, ['must have at most 10 characters'])
})

test('a plain form gets the issues of an answer', async () => {
  const inputs = new Map([['plate', { message: '' }]])
  await checkPlainForm(api, wrong, (name) => {
    const input = inputs.get(name)
    return input && { setCustomValidity: (text: string) => (input.message = text) }
  })
  assert.is(inputs.get('plate')?.message, 'must have at most 10 characters')
})

test.run()
