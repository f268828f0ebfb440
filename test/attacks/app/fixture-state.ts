import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { FileHeader } from '@ctxgen/runtime'
import { collectGarbage } from './collect-garbage.ts'
import { forgetPeak, residentPeak } from './peak-memory.ts'

/** The answer of `GET /__state`. */
export interface FixtureState {
  /** Uncaught errors since the last query. */
  readonly uncaught: number
  /** Whether a built-in prototype has gained or lost keys since the start. */
  readonly polluted: boolean
  /** How often each route reached its answer. */
  readonly hits: Readonly<Record<string, number>>
  /** Memory held now, after garbage collection. */
  readonly rssMb: number
  /** Peak memory since the last query. */
  readonly peakMb: number
  /** Memory held when a request made in this process began, the request included. */
  readonly startMb: number | undefined
  readonly fds: number
  readonly tmpFiles: number
  /** Watched names that a bound value inherits, and prototypes that no bound value may have. */
  readonly inherited: readonly string[]
  /** Uncaught errors, for the report. */
  readonly errors: readonly string[]
}

const hits: Record<string, number> = {}
const inherited = new Set<string>()
let watched: readonly string[] = []
let errors: string[] = []
let startMb: number | undefined

const prototypes = [Object.prototype, Array.prototype, Function.prototype]
const ownKeys = (): string => prototypes.map((proto) => Reflect.ownKeys(proto).map(String).join()).join(';')
const cleanKeys = ownKeys()

/** Counts uncaught errors instead of ending the process. */
export function countUncaught(): void {
  const count = (error: unknown): void => {
    errors.push(error instanceof Error ? String(error.stack) : String(error))
  }
  process.on('uncaughtException', count)
  process.on('unhandledRejection', count)
}

/** Names that no bound value may inherit from now on. */
export function watchInherited(names: readonly string[]): void {
  watched = names
  inherited.clear()
}

/** Counts a route that got its value, and inspects the value. */
export function countHit(route: string, value: unknown): void {
  hits[route] = (hits[route] ?? 0) + 1
  lookAt(value, 0)
}

export function takeState(): FixtureState {
  const peakMb = residentPeak()
  collectGarbage()
  const state = {
    uncaught: errors.length,
    errors,
    hits,
    polluted: ownKeys() !== cleanKeys,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
    peakMb,
    startMb,
    fds: openFiles(),
    tmpFiles: readdirSync(tmpdir()).filter((name) => name.startsWith('ctxgen-upload')).length,
    inherited: [...inherited],
  }
  errors = []
  startMb = undefined
  forgetPeak()
  return state
}

/** Memory counts from here on, without the cost of making the request in this process. */
export function startMeasuring(): void {
  if (startMb !== undefined) return
  collectGarbage()
  startMb = process.memoryUsage.rss() / 2 ** 20
  forgetPeak()
}

/** An error that fails the entry in any case, since its 500 may be an accepted status. */
export function missingMethod(name: string): Error {
  const error = new Error(`there is no ${name}()`)
  errors.push(error.message)
  return error
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}

const plainPrototypes: readonly unknown[] = [
  null,
  Object.prototype,
  Array.prototype,
  Date.prototype,
  FileHeader.prototype,
]

function lookAt(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 40) return
  if (!plainPrototypes.includes(Object.getPrototypeOf(value))) inherited.add('a prototype of its own')
  for (const name of watched) {
    if (name in value && !Object.hasOwn(value, name)) inherited.add(name)
  }
  for (const member of Object.values(value)) lookAt(member, depth + 1)
}
