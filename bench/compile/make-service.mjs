import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const bench = fileURLToPath(new URL('..', import.meta.url))

/**
 * A project with `count` sources of five DTOs each, and their generated files: src/dto, and a tsconfig for either. The
 * DTOs of every third source have unions and generics.
 */
export function makeService(count) {
  mkdirSync(`${bench}dist`, { recursive: true })
  const folder = mkdtempSync(`${bench}dist/compile-`)
  mkdirSync(`${folder}/src/dto`, { recursive: true })
  mkdirSync(`${folder}/node_modules/@ctxgen`, { recursive: true })
  symlinkSync(`${bench}../packages/runtime`, `${folder}/node_modules/@ctxgen/runtime`)
  writeFileSync(`${folder}/package.json`, '{ "name": "service", "type": "module" }\n')
  writeFileSync(`${folder}/tsconfig.used.json`, tsconfig([]))
  writeFileSync(`${folder}/tsconfig.all.json`, tsconfig(['src/routes']))
  writeFileSync(`${folder}/tsconfig.sources.json`, tsconfig(['src/routes', 'src/**/*.bind.ts']))
  mkdirSync(`${folder}/src/routes`)
  for (let i = 0; i < count; i++) {
    const [dtos, handlers] = i % 3 === 2 ? [mixedSource(i), mixedRoutes(i)] : [source(i), routes(i)]
    writeFileSync(`${folder}/src/dto/order-${i}.ts`, dtos)
    writeFileSync(`${folder}/src/routes/order-${i}.ts`, handlers)
  }
  const ctxgen = `${bench}../packages/cli/bin/ctxgen.js`
  const project = ['--project', 'tsconfig.all.json']
  const { status, stderr } = spawnSync(process.execPath, [ctxgen, ...project, 'src/dto'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`ctxgen failed: ${stderr}`)
  return folder
}

export function removeService(folder) {
  rmSync(folder, { recursive: true })
}

function tsconfig(exclude) {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: [],
  }
  return JSON.stringify({ compilerOptions, include: ['src'], exclude })
}

/** The kinds of DTO in a service: a command, a search, a form, a session, an answer with nested types. */
function source(i) {
  return `import type { int, int32 } from '@ctxgen/runtime'

/** A new order. @json */
export interface CreateOrder${i} {
  customer: Customer${i}
  /** @validate min=1,max=50 */ lines: Line${i}[]
  /** @default standard */ shipping: 'standard' | 'express'
  note?: string
  coupons: string[]
}

/** A person or a company. */
export interface Customer${i} {
  /** @validate min=1,max=80 */ name: string
  /** @validate email */ email: string
  address: { street: string; city: string; zip: string; country: string }
}

/** One product of an order. */
export interface Line${i} {
  sku: string
  /** @validate gte=1,lte=999 */ qty: int32
  price: number
}

/** A search for orders. @query */
export interface SearchOrders${i} {
  /** @uri */ tenant: string
  q?: string
  /** @default 1 @validate min=1 */ page: int
  states: ('open' | 'paid' | 'sent')[]
  /** @header X-Request-Id */ requestId?: string
}

/** A login. @form */
export interface Login${i} {
  /** @validate required,email */ email: string
  /** @validate min=8 */ password: string
  remember: boolean
}

/** A change of an order. @json */
export interface ChangeOrder${i} {
  /** @uri */ id: int
  note?: string
  lines?: Line${i}[]
}

/** An order as it is shown. @response */
export interface Order${i} {
  id: int
  state: 'open' | 'paid' | 'sent'
  customer: Customer${i}
  lines: Line${i}[]
  createdAt: Date
}
`
}

/** The kinds of DTO in a service with unions and generics: a union of objects, a patch, a page, a filter, a message. */
function mixedSource(i) {
  return `import type { int, int32 } from '@ctxgen/runtime'

/** A payment. @json */
export interface CreatePayment${i} {
  amount: Amount${i}
  method: Method${i}
  /** @uri */ order: int
  reference: string | int
  labels: Record<string, string>
}

export interface Amount${i} {
  /** @validate gt=0 */ value: number
  currency: 'EUR' | 'USD' | 'GBP'
}

/** How an order is paid. */
export type Method${i} =
  | { type: 'card'; /** @validate min=12,max=19 */ number: string; expires: [month: int32, year: int32] }
  | { type: 'transfer'; iban: string; bic?: string }
  | { type: 'voucher'; codes: string[] }

interface Entity${i}<Id> {
  id: Id
  createdAt: Date
}

interface Product${i} extends Entity${i}<int> {
  /** @validate min=1 */ title: string
  state: 'draft' | 'active' | 'gone'
  prices: Amount${i}[]
  parts: Part${i}<string>[]
}

interface Part${i}<Value> {
  key: string
  value: Value | null
}

/** A change of a product. @json */
export interface ChangeProduct${i} extends Partial<Pick<Product${i}, 'title' | 'state' | 'prices'>> {
  /** @uri */ id: int
  parts?: Part${i}<string>[]
}

/** A filter of products. @query */
export interface FilterProducts${i} {
  by?: 'title' | 'price'
  /** @default asc */ direction: 'asc' | 'desc'
  range?: [from: number, to: number]
}

interface Page${i}<T> {
  items: T[]
  next: string | null
}

/** A page of products. @response */
export interface ProductPage${i} extends Page${i}<Product${i}> {
  total: int
  facets: Record<string, Part${i}<int>[]>
}

/** A message of the warehouse. @json */
export interface Notice${i} {
  /** @validate required */ at: Date
  event: Event${i}<'created', Product${i}> | Event${i}<'removed', { id: int }> | Event${i}<'moved', Part${i}<int>>
}

interface Event${i}<Type extends string, Payload> {
  type: Type
  payload: Payload
}
`
}

function routes(i) {
  return `import type { App } from '@ctxgen/runtime'
import { ChangeOrder${i}, CreateOrder${i}, Login${i}, Order${i}, SearchOrders${i} } from '../dto/order-${i}.bind.js'

export function addOrderRoutes(app: App, orders: Map<number, Order${i}>): void {
  app.post('/orders', (c) => c.json(c.bind().json(CreateOrder${i}).lines.length))
  app.get('/orders/:tenant', (c) => c.json(c.bind().query(SearchOrders${i}).page))
  app.post('/login', (c) => c.json(c.bind().form(Login${i}).email))
  app.patch('/orders/:id', (c) => c.json(c.bind().all(ChangeOrder${i}).id))
  app.get('/orders/one', (c) => {
    const order = orders.get(1)
    return order === undefined ? c.sendStatus(404) : c.json(order, Order${i})
  })
}
`
}

function mixedRoutes(i) {
  return `import type { App } from '@ctxgen/runtime'
import { ChangeProduct${i}, CreatePayment${i}, FilterProducts${i}, Notice${i}, ProductPage${i} } from '../dto/order-${i}.bind.js'

export function addProductRoutes(app: App, pages: Map<number, ProductPage${i}>): void {
  app.post('/payments/:order', (c) => c.json(c.bind().all(CreatePayment${i}).method.type))
  app.patch('/products/:id', (c) => c.json(c.bind().all(ChangeProduct${i}).title))
  app.get('/products', (c) => c.json(c.bind().query(FilterProducts${i}).direction))
  app.get('/products/page', (c) => {
    const page = pages.get(1)
    return page === undefined ? c.sendStatus(404) : c.json(page, ProductPage${i})
  })
  app.post('/notices', (c) => c.json(c.bind().json(Notice${i}).event.type))
}
`
}
