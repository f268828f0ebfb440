import { type Cost, costOf, type Sent } from './measure.ts'
import type { Payload } from './payloads.ts'

/** The promised limits of each request (docs/security.md). */
export const goal = { milliseconds: 1000, peakPerByte: 64, exponent: 1.2 } as const

export interface Row {
  readonly payload: Payload
  /** Bytes sent. */
  readonly size: number
  readonly cost: Cost
  readonly peakPerByte: number | undefined
  /** The growth of time from an eighth of the size to the size; unknown for short times. */
  readonly exponent: number | undefined
}

export interface RunOptions {
  readonly size: number
  /** Attempts at a slow row, as the machine may be busy. */
  readonly tries: number
  readonly growth: boolean
}

export async function runRow(one: Payload, modulePath: string, options: RunOptions): Promise<Row> {
  const { size, cost } = await bestOf(one, modulePath, options.size, options.tries)
  const peakPerByte = cost.peakBytes === undefined ? undefined : cost.peakBytes / size
  const isLong = cost.milliseconds >= leastGrowth
  const exponent =
    options.growth && isLong ? await exponentOf(one, modulePath, size, cost, options) : undefined
  return { payload: one, size, cost, peakPerByte, exponent }
}

/** Milliseconds below which the start of a process outweighs the request. */
const leastGrowth = 150

async function exponentOf(
  one: Payload,
  modulePath: string,
  size: number,
  cost: Cost,
  { tries }: RunOptions,
): Promise<number> {
  const small = await bestOf(one, modulePath, Math.floor(size / 8), tries)
  return Math.log(cost.milliseconds / small.cost.milliseconds) / Math.log(size / small.size)
}

/** The fastest attempt, with the peak memory and worst end of all of them. */
async function bestOf(
  one: Payload,
  modulePath: string,
  wanted: number,
  tries: number,
): Promise<{ readonly size: number; readonly cost: Cost }> {
  const sent = sentOf(one, wanted)
  let best: Cost | undefined
  for (let i = 0; i < tries; i++) {
    const cost = await costOf(sent, sentOf(one, 40), modulePath)
    best = best === undefined ? cost : combined(best, cost)
    if (!best.survived || best.milliseconds <= goal.milliseconds) break
  }
  if (best === undefined) throw new RangeError('no try')
  return { size: sent.body.length, cost: best }
}

function combined(a: Cost, b: Cost): Cost {
  return {
    status: b.status,
    wall: Math.min(a.wall, b.wall),
    milliseconds: Math.min(a.milliseconds, b.milliseconds),
    peakBytes: a.peakBytes === undefined ? undefined : Math.max(a.peakBytes, b.peakBytes ?? 0),
    survived: a.survived && b.survived,
  }
}

function sentOf({ dto, contentType, body }: Payload, size: number): Sent {
  return { path: `/${dto}/body`, headers: { 'Content-Type': contentType }, body: body(size) }
}

/** Why a row misses the goal; empty if it meets it. */
export function misses(row: Row, judgesTime: boolean): readonly string[] {
  const { cost, peakPerByte, exponent } = row
  return [
    ...(cost.survived ? [] : ['the server died, or did not answer']),
    ...(cost.status >= 500 ? [`status ${cost.status}`] : []),
    ...(peakPerByte !== undefined && peakPerByte > goal.peakPerByte ? ['memory'] : []),
    ...(judgesTime && cost.milliseconds > goal.milliseconds ? ['time'] : []),
    ...(judgesTime && exponent !== undefined && exponent > goal.exponent ? ['growth'] : []),
  ]
}
