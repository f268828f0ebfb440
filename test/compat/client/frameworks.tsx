import {
  injectMutation as injectAngularMutation,
  injectInfiniteQuery,
  injectQuery,
} from '@tanstack/angular-query-experimental'
import * as react from '@tanstack/react-query'
import * as solid from '@tanstack/solid-query'
import * as svelte from '@tanstack/svelte-query'
import * as vue from '@tanstack/vue-query'
import { computed, type Ref } from 'vue'
import type { Api, Car, Cars } from './work/parking.js'
import {
  listCarsQueryOptions,
  parkCarMutationOptions,
  removeCarMutationOptions,
} from './work/parking.query.js'
import { listGoodsInfiniteQueryOptions, listOrdersInfiniteQueryOptions } from './work/shop.query.js'

/*
 * The options of a client in each package of TanStack Query: that this file compiles is the test.
 */

const car = { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null }

export function ReactCars({ api }: { api: Api }): React.ReactNode {
  const client = react.useQueryClient()
  const cars = react.useQuery({ ...listCarsQueryOptions(api, { garage: 7 }), staleTime: 10_000 })
  const waited: react.UseSuspenseQueryResult<Cars> = react.useSuspenseQuery(
    listCarsQueryOptions(api, { garage: 7 }),
  )
  const goods = react.useInfiniteQuery(listGoodsInfiniteQueryOptions(api, { limit: 20 }))
  const orders = react.useInfiniteQuery(listOrdersInfiniteQueryOptions(api))
  const park = react.useMutation({
    ...parkCarMutationOptions(api),
    onSuccess: (parked: Car) =>
      client.invalidateQueries({ queryKey: ['listCars', { garage: parked.colour }] }),
  })
  const plates: string[] = (cars.data ?? waited.data).cars.map(({ plate }) => plate)
  const ids: number[] = goods.data?.pages.flatMap(({ body }) => body.goods.map(({ id }) => id)) ?? []
  const numbers: number[] = orders.data?.pages.flatMap(({ body }) => body.orders) ?? []
  return (
    <button type="button" onClick={() => park.mutate(car)}>
      {[plates, ids, numbers].join()}
    </button>
  )
}

export function useVueCars(api: Api, garage: Ref<number>): Ref<string[] | undefined> {
  const { data } = vue.useQuery(computed(() => listCarsQueryOptions(api, { garage: garage.value })))
  const goods = vue.useInfiniteQuery(listGoodsInfiniteQueryOptions(api, { limit: 20 }))
  vue.useMutation(parkCarMutationOptions(api)).mutate(car)
  void goods.fetchNextPage()
  return computed(() => data.value?.cars.map(({ plate }) => plate))
}

export function useSolidCars(api: Api, garage: () => number): string[] | undefined {
  const cars = solid.useQuery(() => listCarsQueryOptions(api, { garage: garage() }))
  const goods = solid.useInfiniteQuery(() => listGoodsInfiniteQueryOptions(api, { limit: 20 }))
  solid.useMutation(() => removeCarMutationOptions(api)).mutate({ plate: 'A', canton: 'B' })
  void goods.fetchNextPage()
  return cars.data?.cars.map(({ plate }) => plate)
}

export function svelteCars(api: Api): string[] | undefined {
  const cars = svelte.createQuery(() => listCarsQueryOptions(api, { garage: 7 }))
  const goods = svelte.createInfiniteQuery(() => listGoodsInfiniteQueryOptions(api, { limit: 20 }))
  svelte.createMutation(() => parkCarMutationOptions(api)).mutate(car)
  void goods.fetchNextPage()
  return cars.data?.cars.map(({ plate }) => plate)
}

export class AngularCars {
  readonly api: Api = {}
  readonly cars = injectQuery(() => listCarsQueryOptions(this.api, { garage: 7 }))
  readonly goods = injectInfiniteQuery(() => listGoodsInfiniteQueryOptions(this.api, { limit: 20 }))
  readonly park = injectAngularMutation(() => parkCarMutationOptions(this.api))

  plates(): string[] | undefined {
    this.park.mutate(car)
    return this.cars.data()?.cars.map(({ plate }) => plate)
  }
}
