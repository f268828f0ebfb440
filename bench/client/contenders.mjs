/*
 * A service of many routes in groups of ten, and a call of each route, in the words of each library. A route takes a page, an
 * optional text and a flag, and answers with a car.
 */

const groups = (count) => Array.from({ length: Math.ceil(count / 10) }, (_, group) => group)
const routes = (group) => Array.from({ length: 10 }, (_, i) => group * 10 + i)
const all = (count) => groups(count).flatMap(routes)

const zodShape = 'z.object({ page: z.coerce.number(), q: z.string().optional(), all: z.coerce.boolean() })'
const answer = (query) =>
  `{ id: ${query}.page, plate: ${query}.q ?? '', parked: true, owner: { name: 'a', age: 3 } }`

/** Sources by file; those named in `checked` are what the compiler sees, with what they import. */
export const contenders = {
  ctxgen: (count) => ({
    service: {
      'dto.ts': `import type { int } from '@ctxgen/runtime'
${all(count)
  .map(
    (i) => `/** @query */
export interface Query${i} { page: int; q?: string; all: boolean }
/** @response */
export interface Car${i} { id: int; plate: string; parked: boolean; owner: { name: string; age: int } }`,
  )
  .join('\n')}
`,
      'app.ts': `import { App } from '@ctxgen/runtime'
import { ${all(count)
        .map((i) => `bindQueryQuery${i}, Car${i}`)
        .join(', ')} } from './dto.bind.js'
export const app = new App()
${all(count)
  .map(
    (i) =>
      `app.get('/g${Math.floor(i / 10)}/r${i}', (c) => { const query = bindQueryQuery${i}(c); return c.json(${answer('query')}, Car${i}) }).name('route${i}')`,
  )
  .join('\n')}
`,
    },
    client: 'api.ts',
    checked: {
      'calls.ts': `import * as api from './api.js'
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  const answer = await api.route${i}({ baseUrl: '' }, { page: 1, all: true })
  return answer.ok ? answer.body.owner.name : ''
}`,
  )
  .join('\n')}
`,
    },
  }),
  'openapi-typescript': (count) => ({
    checked: {
      'calls.ts': `import createClient from 'openapi-fetch'
import type { paths } from './schema.js'
const api = createClient<paths>({ baseUrl: '' })
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  const { data } = await api.GET('/g${Math.floor(i / 10)}/r${i}', { params: { query: { page: 1, all: true } } })
  return data?.owner.name ?? ''
}`,
  )
  .join('\n')}
`,
    },
  }),
  'hey-api': (count) => ({
    checked: {
      'calls.ts': `import * as sdk from './sdk.gen.js'
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  const { data } = await sdk.route${i}({ query: { page: 1, all: true } })
  return data?.owner.name ?? ''
}`,
  )
  .join('\n')}
`,
    },
  }),
  'Hono hc': (count) => ({
    checked: {
      'server.ts': `import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
const shape = ${zodShape}
${groups(count)
  .map(
    (group) => `const g${group} = new Hono()
${routes(group)
  .map(
    (i) =>
      `  .get('/r${i}', zValidator('query', shape), (c) => { const query = c.req.valid('query'); return c.json(${answer('query')}) })`,
  )
  .join('\n')}`,
  )
  .join('\n')}
export const app = new Hono()${groups(count)
        .map((group) => `.route('/g${group}', g${group})`)
        .join('')}
export type App = typeof app
`,
      'calls.ts': `import { hc } from 'hono/client'
import type { App } from './server.js'
const api = hc<App>('')
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  const response = await api.g${Math.floor(i / 10)}.r${i}.$get({ query: { page: '1', all: 'true' } })
  return response.status === 200 ? (await response.json()).owner.name : ''
}`,
  )
  .join('\n')}
`,
    },
  }),
  tRPC: (count) => ({
    checked: {
      'server.ts': `import { initTRPC } from '@trpc/server'
import { z } from 'zod'
const t = initTRPC.create()
const shape = ${zodShape}
${groups(count)
  .map(
    (group) => `const g${group} = t.router({
${routes(group)
  .map((i) => `  r${i}: t.procedure.input(shape).query(({ input }) => (${answer('input')})),`)
  .join('\n')}
})`,
  )
  .join('\n')}
export const app = t.router({ ${groups(count)
        .map((group) => `g${group}`)
        .join(', ')} })
export type App = typeof app
`,
      'calls.ts': `import { createTRPCClient, httpLink } from '@trpc/client'
import type { App } from './server.js'
const api = createTRPCClient<App>({ links: [httpLink({ url: '' })] })
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  return (await api.g${Math.floor(i / 10)}.r${i}.query({ page: 1, all: true })).owner.name
}`,
  )
  .join('\n')}
`,
    },
  }),
  oRPC: (count) => ({
    checked: {
      'server.ts': `import { os } from '@orpc/server'
import { z } from 'zod'
const shape = ${zodShape}
${groups(count)
  .map(
    (group) => `const g${group} = {
${routes(group)
  .map((i) => `  r${i}: os.input(shape).handler(({ input }) => (${answer('input')})),`)
  .join('\n')}
}`,
  )
  .join('\n')}
export const app = { ${groups(count)
        .map((group) => `g${group}`)
        .join(', ')} }
`,
      'calls.ts': `import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import type { app } from './server.js'
const api: RouterClient<typeof app> = createORPCClient(new RPCLink({ url: '' }))
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  return (await api.g${Math.floor(i / 10)}.r${i}({ page: 1, all: true })).owner.name
}`,
  )
  .join('\n')}
`,
    },
  }),
  Eden: (count) => ({
    checked: {
      'server.ts': `import { Elysia, t } from 'elysia'
const shape = t.Object({ page: t.Numeric(), q: t.Optional(t.String()), all: t.Boolean() })
${groups(count)
  .map(
    (group) => `const g${group} = new Elysia({ prefix: '/g${group}' })
${routes(group)
  .map((i) => `  .get('/r${i}', ({ query }) => (${answer('query')}), { query: shape })`)
  .join('\n')}`,
  )
  .join('\n')}
export const app = new Elysia()${groups(count)
        .map((group) => `.use(g${group})`)
        .join('')}
export type App = typeof app
`,
      'calls.ts': `import { treaty } from '@elysiajs/eden'
import type { App } from './server.js'
const api = treaty<App>('localhost')
${all(count)
  .map(
    (i) => `export async function call${i}(): Promise<string> {
  const { data } = await api.g${Math.floor(i / 10)}.r${i}.get({ query: { page: 1, all: true } })
  return data?.owner.name ?? ''
}`,
  )
  .join('\n')}
`,
    },
  }),
}
