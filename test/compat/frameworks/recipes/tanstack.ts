import { deepStrictEqual, strictEqual } from 'node:assert'
import { FormApi } from '@tanstack/react-form'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { NewCar, SearchCars } from './dto.bind.js'
import { issueText, valueText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

const rootRoute = createRootRoute()

export const carsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cars',
  validateSearch: SearchCars.query,
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([carsRoute]),
  history: createMemoryHistory({ initialEntries: ['/cars?limit=5&colours=red'] }),
  parseSearch,
  stringifySearch,
})

/** Keeps texts, as the server reads them, and a repeated key as a list. The default parses each value as JSON. */
function parseSearch(text: string): Record<string, unknown> {
  const pairs = new URLSearchParams(text)
  const values = (key: string): string | readonly string[] | undefined => {
    const [first, ...others] = pairs.getAll(key)
    return others.length === 0 ? first : [first ?? '', ...others]
  }
  return Object.fromEntries([...pairs.keys()].map((key) => [key, values(key)]))
}

function stringifySearch(search: object): string {
  const pairs = Object.entries(search).flatMap(([key, values]) =>
    [values].flat().flatMap((one) => (one === undefined ? [] : [[key, textOf(one)]])),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

export const form = new FormApi({
  defaultValues: { plate: '', doors: 4 },
  validators: { onSubmit: NewCar.json },
})

export const check: Check = async () => {
  await router.load()
  deepStrictEqual(router.state.matches.at(-1)?.search, { limit: 5, colours: ['red'] })
  form.mount()
  await form.handleSubmit()
  strictEqual(
    form.getFieldMeta('plate')?.errors[0]?.message ?? form.state.errors[0]?.['plate']?.[0]?.message,
    'is required',
  )
}

export const recipes: readonly Recipe[] = [
  {
    name: 'TanStack Router search',
    source: 'query',
    differs: ({ schema }) => schema['~standard'].validate({}) instanceof Promise,
    answer: async ({ schema, request }) => {
      const rootRoute = createRootRoute()
      const route = createRoute({ getParentRoute: () => rootRoute, path: '/', validateSearch: schema })
      const router = createRouter({
        routeTree: rootRoute.addChildren([route]),
        history: createMemoryHistory({ initialEntries: [`/?${request.query ?? ''}`] }),
        parseSearch,
        stringifySearch,
      })
      const { searchError, _strictSearch } =
        router.matchRoutes('/', parseSearch(request.query ?? '')).at(-1) ?? {}
      return searchError instanceof Error
        ? issueText(JSON.parse(searchError.message))
        : valueText(_strictSearch)
    },
  },
]
