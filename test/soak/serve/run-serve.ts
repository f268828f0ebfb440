import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atMost, described, type Figure, noneOf } from '../figure.ts'
import { openDescriptors, residentMb } from '../process-figures.ts'
import { Clients, type Seen } from './client.ts'
import { drainFigures } from './drain.ts'
import { fileContent } from './requests.ts'
import type { ServiceState } from './service.ts'

/** The allowed growth of the service since its first requests. */
const maxGrowthMb = { heap: 8, resident: 32 }

const leastWarmUpMs = 4000

export interface ServeOptions {
  readonly minutes: number
  readonly connections: number
  readonly seed: number
}

interface Snapshot extends ServiceState {
  readonly residentMb: number
  readonly descriptors: number
}

/** Loads a service, compares its resources at rest before and after, and ends it under load. */
export async function runServe(options: ServeOptions): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-soak-'))
  writeFileSync(join(folder, 'file.bin'), fileContent)
  const child = fork(fileURLToPath(new URL('./service.ts', import.meta.url)), [folder], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  try {
    const [port] = await once(child, 'message')
    return await figuresOf(child, Number(port), options)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figuresOf(
  child: ChildProcess,
  port: number,
  { minutes, connections, seed }: ServeOptions,
): Promise<readonly Figure[]> {
  const ms = minutes * 60_000
  const warmUp = new Clients(port, seed + 1)
  // Code and caches loaded for later requests are not growth.
  await warmUp.run(connections, Math.max(ms / 10, leastWarmUpMs))
  const before = await restingState(child)
  const clients = new Clients(port, seed, (failure) => process.stderr.write(`serve: ${failure}\n`))
  const reports = setInterval(() => report(child, clients.seen), 30_000)
  const start = performance.now()
  await clients.run(connections, ms)
  clearInterval(reports)
  const seconds = (performance.now() - start) / 1000
  const peak = residentMb(child.pid ?? 0, 'peak')
  const after = await restingState(child)
  return [
    ...trafficFigures(clients.seen, connections, seconds),
    described('highest memory under load', `${peak.toFixed(0)} MB`),
    ...growthFigures(before, after),
    ...(await drainFigures(child, port)),
  ]
}

/** After all connections are closed and their garbage is collected. */
async function restingState(child: ChildProcess): Promise<Snapshot> {
  await sleep(2000)
  const answered = once(child, 'message')
  child.send('state')
  const [state] = (await answered) as [ServiceState]
  const pid = child.pid ?? 0
  return { ...state, residentMb: residentMb(pid, 'now'), descriptors: openDescriptors(pid) }
}

function report({ pid = 0 }: ChildProcess, { requests, wrong }: Seen): void {
  const mb = residentMb(pid, 'now').toFixed(0)
  process.stdout.write(
    `serve: ${requests} requests, ${wrong.length} wrong, ${mb} MB, ${openDescriptors(pid)} descriptors\n`,
  )
}

function trafficFigures(
  { requests, byKind, aborted, wrong }: Seen,
  connections: number,
  seconds: number,
): readonly Figure[] {
  const fewest = Math.min(...byKind.values())
  return [
    described('connections, seconds', `${connections}, ${seconds.toFixed(0)}`),
    described('requests', requests),
    described('kinds, fewest requests of one', `${byKind.size}, ${fewest}`),
    described(
      'aborted while sending, waiting, reading',
      `${aborted.sending}, ${aborted.waiting}, ${aborted.reading}`,
    ),
    noneOf('wrong answers', wrong.length),
  ]
}

function growthFigures(before: Snapshot, after: Snapshot): readonly Figure[] {
  for (const error of after.uncaught) process.stderr.write(`serve: uncaught ${error}\n`)
  return [
    noneOf('requests that saw the locals of another', after.leaks),
    noneOf('locals that were never closed', after.openLocals),
    noneOf('streams of events that were never closed', after.openStreams),
    noneOf('uncaught errors', after.uncaught.length),
    noneOf('temporary files left', Math.max(0, after.tmpFiles - before.tmpFiles)),
    described('heap at rest, before and after', `${before.heapMb.toFixed(1)}, ${after.heapMb.toFixed(1)} MB`),
    atMost('heap grown', after.heapMb - before.heapMb, maxGrowthMb.heap, 'MB'),
    described(
      'memory at rest, before and after',
      `${before.residentMb.toFixed(0)}, ${after.residentMb.toFixed(0)} MB`,
    ),
    atMost('memory grown', after.residentMb - before.residentMb, maxGrowthMb.resident, 'MB'),
    atMost('descriptors more at the end', after.descriptors - before.descriptors, 0, ''),
  ]
}
