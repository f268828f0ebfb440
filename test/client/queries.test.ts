import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app as parking } from '../../fixtures/client/parking/app.ts'
import * as parkingQueries from '../../fixtures/client/parking/client.query.ts'
import { ApiError } from '../../fixtures/client/parking/client.ts'
import * as throwing from '../../fixtures/client/parking/throwing.query.ts'
import { app as shop } from '../../fixtures/client/shop/app.ts'
import * as shopQueries from '../../fixtures/client/shop/client.query.ts'

const { signal } = new AbortController()

for (const [name, queries] of [
  ['answers', parkingQueries],
  ['bodies', throwing],
] as const) {
  const api = { fetch: parking.fetch }

  test(`a query gives the body, with functions that return ${name}`, async () => {
    const { queryKey, queryFn } = queries.listCarsQueryOptions(api, { garage: 7 })
    assert.equal(queryKey, ['listCars', { garage: 7 }])
    const { cars } = await queryFn({ signal })
    assert.ok(cars[0]?.since instanceof Date)
    assert.is(await queries.movedQueryOptions(api).queryFn({ signal }), '/new')
  })

  test(`a mutation gives the body or throws, with functions that return ${name}`, async () => {
    const { mutationKey, mutationFn } = queries.parkCarMutationOptions(api)
    assert.equal(mutationKey, ['parkCar'])
    const input = { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null }
    assert.is((await mutationFn(input)).plate, 'ZH 1')
    await mutationFn({ ...input, plate: 'FULL' }).then(
      () => assert.unreachable(),
      (error) => assert.is(error.status, 409),
    )
    assert.is(await queries.removeCarMutationOptions(api).mutationFn({ plate: 'A', canton: 'B' }), null)
    assert.is(await queries.rawMutationOptions(api).mutationFn({ body: 'a' }), 'text/plain;charset=UTF-8 a')
  })
}

test('a query ends with the signal of its cache', async () => {
  const { queryFn } = parkingQueries.listCarsQueryOptions({ baseUrl: 'http://127.0.0.1:9' }, { garage: 7 })
  await queryFn({ signal: AbortSignal.abort() }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.name, 'AbortError'),
  )
})

const api = { fetch: shop.fetch }

test('numbered pages follow the links of the answers', async () => {
  const { queryFn, initialPageParam, getNextPageParam, queryKey } = shopQueries.listGoodsInfiniteQueryOptions(
    api,
    { limit: 20 },
  )
  assert.equal(queryKey, ['listGoods', 'pages', { limit: 20 }])
  const ids: number[] = []
  let pages = 0
  for (let pageParam: number | undefined = initialPageParam; pageParam !== undefined; pages++) {
    const page = await queryFn({ signal, pageParam })
    ids.push(...page.body.goods.map(({ id }) => id))
    pageParam = getNextPageParam(page)
  }
  assert.is(pages, 3)
  assert.equal(
    ids,
    Array.from({ length: 45 }, (_, i) => i + 1),
  )
})

test('pages by cursor follow the links of the answers, and keys are JSON', async () => {
  const options = shopQueries.listOrdersInfiniteQueryOptions(api, { limit: 30, over: 2n ** 60n })
  assert.equal(options.queryKey, ['listOrders', 'pages', { limit: 30, over: '1152921504606846976' }])
  const first = await options.queryFn({ signal, pageParam: options.initialPageParam })
  const next = options.getNextPageParam(first)
  assert.is(next, '30')
  const second = await options.queryFn({ signal, pageParam: next })
  assert.is(options.getNextPageParam(second), undefined)
  assert.equal([...first.body.orders, ...second.body.orders].length, 45)
})

test('a link that is no URL ends the pages', async () => {
  for (const link of [
    '<http://[?page=2>; rel="next"',
    '<?page=2#page=3>; rel="next"',
    '<>; rel="next"',
    'next',
  ]) {
    const fetch = async (): Promise<Response> => Response.json({ goods: [] }, { headers: { link } })
    const { queryFn } = shopQueries.listGoodsInfiniteQueryOptions({ fetch })
    const { next } = await queryFn({ signal, pageParam: 1 })
    assert.is(next, link.includes('?') ? '2' : undefined, link)
  }
})

test('an error of a query is an ApiError', async () => {
  await shopQueries
    .oneGoodQueryOptions(api, { id: '99' })
    .queryFn({ signal })
    .then(
      () => assert.unreachable(),
      (error) => {
        assert.is(error.status, 404)
        assert.is(error.problem.detail, 'there is no such good')
        assert.is(error.name, ApiError.name)
      },
    )
})

test.run()
