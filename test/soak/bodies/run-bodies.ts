import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atMost, type Figure, noneOf } from '../figure.ts'
import { residentMb } from '../process-figures.ts'
import { Random } from '../random.ts'
import type { BodiesState } from './service.ts'
import { baseBytes, bodyLimit, bodyMemory } from './sizes.ts'
import { StalledUploads, upload } from './uploads.ts'

const connections = 32
const smallBytes = 1000
const MiB = 1024 * 1024

/** An attack by 32 connections, and how long a small body of another client may take during it. */
interface Attack {
  readonly name: string
  readonly addresses: number
  readonly mostMs: number
}

const attacks: readonly Attack[] = [
  { name: 'one address', addresses: 1, mostMs: 1000 },
  { name: '32 addresses', addresses: connections, mostMs: 2000 },
]
/** Everything is back so long after an attack. */
const mostMsAfter = 5000

export interface BodiesOptions {
  readonly minutes: number
  readonly seed: number
}

/** Attacks a service with uploads that never end, each for half of the time. */
export async function runBodies({ minutes, seed }: BodiesOptions): Promise<readonly Figure[]> {
  const child = fork(fileURLToPath(new URL('./service.ts', import.meta.url)))
  try {
    const [port] = await once(child, 'message')
    // Code that is loaded for the first bodies is no part of them.
    for (let i = 0; i < 20; i++) await upload(Number(port), i % 2 === 0 ? smallBytes : bodyLimit)
    const restMb = residentMb(child.pid ?? 0, 'now')
    const random = new Random(seed)
    const figures: Figure[] = []
    for (const attack of attacks) {
      const ms = (minutes * 60_000) / attacks.length
      figures.push(...(await attackFigures(Number(port), attack, ms, random)))
    }
    return [...figures, ...(await memoryFigures(child, restMb))]
  } finally {
    child.kill('SIGKILL')
  }
}

async function attackFigures(port: number, attack: Attack, ms: number, random: Random): Promise<Figure[]> {
  const { name, addresses, mostMs } = attack
  const stalled = new StalledUploads(port, random)
  stalled.start(connections, addresses)
  let refused = 0
  let slowest = 0
  for (const end = performance.now() + ms; performance.now() < end; await sleep(20)) {
    const answer = await upload(port, smallBytes)
    if (!answer.ok) refused++
    slowest = Math.max(slowest, answer.ms)
  }
  stalled.stop()
  return [
    noneOf(`${name}: small bodies of others that were refused`, refused),
    atMost(`${name}: slowest small body of another`, slowest, mostMs, 'ms'),
    atMost(`${name}: from its end to a large body of another`, await untilTaken(port), mostMsAfter, 'ms'),
  ]
}

/** The time until a large body is taken. */
async function untilTaken(port: number): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < 2 * mostMsAfter) {
    if ((await upload(port, bodyLimit)).ok) return performance.now() - start
    await sleep(50)
  }
  return Number.NaN
}

async function memoryFigures(child: ChildProcess, restMb: number): Promise<Figure[]> {
  let { used, mostUsed, uncaught } = await stateOf(child)
  for (const end = performance.now() + mostMsAfter; used > 0 && performance.now() < end; await sleep(50)) {
    ;({ used, mostUsed, uncaught } = await stateOf(child))
  }
  const peakMb = residentMb(child.pid ?? 0, 'peak')
  for (const error of uncaught) process.stderr.write(`bodies: uncaught ${error}\n`)
  return [
    noneOf('uncaught errors', uncaught.length),
    noneOf('bytes that are still counted for bodies', used),
    atMost('counted for bodies', mostUsed / MiB, bodyMemory / MiB, 'MB'),
    // Otherwise the attack was none.
    atMost('unused of the memory for bodies', (bodyMemory - mostUsed) / MiB, bodyMemory / MiB / 2, 'MB'),
    atMost('memory above rest', peakMb - restMb, (bodyMemory + baseBytes) / MiB, 'MB'),
  ]
}

async function stateOf(child: ChildProcess): Promise<BodiesState> {
  const answered = once(child, 'message')
  child.send('state')
  const [state] = (await answered) as [BodiesState]
  return state
}
