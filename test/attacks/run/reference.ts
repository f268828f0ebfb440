import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Attack, AttackRequest } from './attack.ts'

/** The answer on one connection. */
export interface Exchange {
  readonly why: string
  readonly ms: number
  readonly buf: Buffer
}

export interface ParsedResponse {
  readonly status: number
  readonly head: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export interface Parsed {
  readonly responses: readonly ParsedResponse[]
  readonly raw: string
}

/** The parts of the reference runner that define each field and check. */
interface Reference {
  readonly expand: <T>(value: T) => T
  readonly repeatStr: (repeat: unknown) => string
  readonly wireOf: (attack: Attack) => Buffer
  readonly bodyOf: (request: AttackRequest) => Buffer | undefined
  readonly pathOf: (request: AttackRequest) => string
  readonly sendOnce: (port: number, bytes: Buffer, client: unknown, maxMs: number) => Promise<Exchange>
  readonly parse: (bytes: Buffer) => Parsed
  readonly judge: (attack: Attack, exchange: Pick<Exchange, 'why' | 'ms'>, parsed: Parsed) => string[]
}

const folder = new URL('../reference/', import.meta.url)

/** The copy of the corpus in this repository. */
export const corpus: string = fileURLToPath(new URL('attacks.json', folder))

/** Our own variations that found a bug. */
export const ownCases: string = fileURLToPath(new URL('../own-cases.json', import.meta.url))

export const reference: Reference = await import(new URL('run-attacks.mjs', folder).href)

/** The entries of a file, long texts unpacked. */
export function loadAttacks(file: string): Attack[] {
  const entries: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(entries)) throw new Error(`${file} is no list of attacks`)
  return entries.map((entry, i) => expanded(entry, `entry ${i} of ${file}`))
}

/** An entry that cannot be unpacked stays as it is, with an unknown word: it alone fails. */
function expanded(entry: unknown, place: string): Attack {
  try {
    return reference.expand(entry as Attack)
  } catch (error) {
    return { ...(entry as Attack), [`unpacked (${place}: ${error})`]: false }
  }
}
