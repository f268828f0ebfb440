import { readFileSync } from 'node:fs'
import type { Http2Answer } from './http2-answer.ts'

/** One hostile input and what is demanded of the answer; see reference/ATTACK-FORMAT.md. */
export interface Attack {
  readonly id: string
  readonly area: string
  readonly raw?: unknown
  readonly request?: unknown
  readonly call?: { readonly method: string; readonly args: readonly unknown[] }
  readonly via?: readonly string[]
  readonly profile?: string
  readonly routes?: readonly string[]
  readonly client?: { readonly action: string }
  readonly repeat?: number
  readonly concurrency?: number
  readonly check: {
    readonly maxMs: number
    readonly maxRssMb: number
    readonly handlerNotCalled?: boolean
    readonly noPollution?: boolean
    readonly noTmpFiles?: boolean
    readonly fdsBack?: boolean
  }
}

/** What came back on one connection. */
export interface Exchange {
  readonly why: string
  readonly ms: number
  readonly buf: Buffer
}

export interface Parsed {
  readonly responses: readonly (Http2Answer & {
    readonly head: string
    readonly headers: readonly (readonly [string, string])[]
  })[]
  readonly raw: string
}

/** The parts of the reference runner that say what each check means. */
interface Reference {
  readonly expand: <T>(value: T) => T
  readonly wireOf: (attack: Attack) => Buffer
  readonly sendOnce: (port: number, bytes: Buffer, client: unknown, maxMs: number) => Promise<Exchange>
  readonly parse: (bytes: Buffer) => Parsed
  readonly judge: (attack: Attack, exchange: Exchange, parsed: Parsed) => string[]
}

const folder = new URL('./reference/', import.meta.url)

export const reference: Reference = await import(new URL('run-attacks.mjs', folder).href)

export function loadAttacks(areas: readonly string[]): Attack[] {
  const all: Attack[] = JSON.parse(readFileSync(new URL('attacks.json', folder), 'utf8'))
  return all.filter((attack) => areas.includes(attack.area)).map((attack) => reference.expand(attack))
}
