import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const bench = fileURLToPath(new URL('..', import.meta.url))

/** A project with `count` sources of five DTOs each, and their generated files: src/dto, and a tsconfig for either. */
export function makeService(count) {
  mkdirSync(`${bench}dist`, { recursive: true })
  const folder = mkdtempSync(`${bench}dist/compile-`)
  mkdirSync(`${folder}/src/dto`, { recursive: true })
  mkdirSync(`${folder}/node_modules/@ctxgen`, { recursive: true })
  symlinkSync(`${bench}../packages/runtime`, `${folder}/node_modules/@ctxgen/runtime`)
  writeFileSync(`${folder}/package.json`, '{ "name": "service", "type": "module" }\n')
  writeFileSync(`${folder}/tsconfig.all.json`, tsconfig([]))
  writeFileSync(`${folder}/tsconfig.sources.json`, tsconfig(['src/**/*.bind.ts']))
  for (let i = 0; i < count; i++) writeFileSync(`${folder}/src/dto/order-${i}.ts`, source(i))
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
