import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atMost, described, type Figure, noneOf, some } from '../figure.ts'
import { openDescriptors, residentMb } from '../process-figures.ts'
import { Random } from '../random.ts'
import { type Heard, Listener } from './listeners.ts'
import type { LiveState } from './service.ts'

const listeners = 80
/** The log of a channel, the buffers of slow clients, and what V8 has not collected yet. */
const peakMb = 128
const grownMb = 40
const msAfter = 10_000

export interface LiveOptions {
  readonly minutes: number
  readonly seed: number
}

/** WebSockets and streams of events that come and go, and must miss nothing. */
export async function runLive({ minutes, seed }: LiveOptions): Promise<readonly Figure[]> {
  const child = fork(fileURLToPath(new URL('./service.ts', import.meta.url)), [], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  try {
    const [port] = await once(child, 'message')
    const heard: Heard = {
      bySockets: 0,
      byStreams: 0,
      connections: 0,
      echoes: 0,
      gaps: 0,
      wrong: [],
      failed: [],
    }
    // The first part of the time warms up.
    await load(Number(port), (minutes * 60_000) / 5, seed, heard)
    await atRest(child)
    const pid = child.pid ?? 0
    const rest = { mb: residentMb(pid, 'now'), descriptors: openDescriptors(pid) }
    await load(Number(port), (minutes * 60_000 * 4) / 5, seed + 1, heard)
    const state = await atRest(child)
    for (const line of [
      ...heard.wrong.slice(0, 5),
      ...heard.failed.slice(0, 5),
      ...state.uncaught.slice(0, 5),
    ])
      process.stderr.write(`live: ${line}\n`)
    return [
      described('messages published', state.published),
      some('messages that sockets heard', heard.bySockets),
      some('messages that streams heard', heard.byStreams),
      described('connections', heard.connections),
      described('answers to sockets', heard.echoes),
      described('gaps that were reported', heard.gaps),
      noneOf('messages that were lost, repeated or out of order', heard.wrong.length),
      noneOf('connections that failed', heard.failed.length),
      noneOf('errors that nobody handled', state.uncaught.length),
      noneOf('sockets that are still open', state.open),
      noneOf('members that are still there', state.members),
      atMost('descriptors more than at rest', openDescriptors(pid) - rest.descriptors, 0, 'files'),
      atMost('peak above rest', residentMb(pid, 'peak') - rest.mb, peakMb, 'MB'),
      atMost('growth at rest', residentMb(pid, 'now') - rest.mb, grownMb, 'MB'),
    ]
  } finally {
    child.kill('SIGKILL')
  }
}

async function load(port: number, ms: number, seed: number, heard: Heard): Promise<void> {
  const end = performance.now() + ms
  const all = Array.from({ length: listeners }, (_, i) => {
    const random = new Random(seed * listeners + i)
    const one = new Listener(`http://127.0.0.1:${port}`, `listener-${seed}-${i}`, random, heard)
    return one.run(i % 2 === 0, end)
  })
  await Promise.all(all)
}

/** The state when everybody has left. */
async function atRest(child: ChildProcess): Promise<LiveState> {
  let state = await stateOf(child)
  for (const end = performance.now() + msAfter; performance.now() < end; await sleep(100)) {
    state = await stateOf(child)
    if (state.open === 0 && state.members === 0 && openDescriptors(child.pid ?? 0) < listeners / 2) break
  }
  return state
}

async function stateOf(child: ChildProcess): Promise<LiveState> {
  const answered = once(child, 'message')
  child.send('state')
  const [state] = (await answered) as [LiveState]
  return state
}
