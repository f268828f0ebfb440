import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atMost, described, type Figure, noneOf } from '../figure.ts'
import { openDescriptors, residentMb } from '../process-figures.ts'
import { Random } from '../random.ts'
import { sendUpload, type Way, ways } from './client.ts'
import type { UploadsState } from './service.ts'

const connections = 40
/** A connection has a batch that is written, one that arrives, and the buffers of its socket. */
const peakMb = 96
const grownMb = 40
const msAfter = 5000

export interface UploadsOptions {
  readonly minutes: number
  readonly seed: number
}

/** The outcomes of the uploads. */
class Outcome {
  readonly counts: Record<Way, number> = Object.fromEntries(
    Object.keys(ways).map((way) => [way, 0]),
  ) as Record<Way, number>
  /** Answers that are missing, or not as demanded. */
  readonly wrong: string[] = []
  /** Files that are absent, or not as sent. */
  lost = 0
}

/** Uploads by stream, slow, refused and broken off, to a service that saves them. */
export async function runUploads({ minutes, seed }: UploadsOptions): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-soak-uploads-'))
  const child = fork(fileURLToPath(new URL('./service.ts', import.meta.url)), [folder], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  try {
    const [port] = await once(child, 'message')
    const outcome = new Outcome()
    // The first part of the time warms up.
    await load(Number(port), folder, (minutes * 60_000) / 4, seed, outcome)
    await atRest(child)
    const pid = child.pid ?? 0
    const rest = { mb: residentMb(pid, 'now'), descriptors: openDescriptors(pid) }
    await load(Number(port), folder, (minutes * 60_000 * 3) / 4, seed + 1, outcome)
    const state = await atRest(child)
    for (const line of [...outcome.wrong.slice(0, 5), ...state.uncaught.slice(0, 5)])
      process.stderr.write(`uploads: ${line}\n`)
    return [
      ...Object.entries(outcome.counts).map(([way, count]) => described(`uploads: ${way}`, count)),
      noneOf('answers that were missing or wrong', outcome.wrong.length),
      noneOf('files that were lost, or not as sent', outcome.lost),
      noneOf('files left behind', state.files.length),
      noneOf('errors that nobody handled', state.uncaught.length),
      noneOf('bytes that are still counted for bodies', state.used),
      atMost('descriptors more than at rest', openDescriptors(pid) - rest.descriptors, 0, 'files'),
      atMost('peak above rest', residentMb(pid, 'peak') - rest.mb, peakMb, 'MB'),
      atMost('growth at rest', residentMb(pid, 'now') - rest.mb, grownMb, 'MB'),
    ]
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function load(port: number, folder: string, ms: number, seed: number, outcome: Outcome): Promise<void> {
  const end = performance.now() + ms
  const loop = async (_: unknown, connection: number): Promise<void> => {
    const random = new Random(seed * connections + connection)
    const names = Object.keys(ways) as Way[]
    for (let i = 0; performance.now() < end; i++) {
      const way = names[random.below(names.length)] ?? 'whole'
      await tryUpload(port, folder, way, `film-${seed}-${connection}-${i}`, random, outcome)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
}

async function tryUpload(
  port: number,
  folder: string,
  way: Way,
  title: string,
  random: Random,
  outcome: Outcome,
): Promise<void> {
  outcome.counts[way]++
  try {
    const { answer, bytes } = await sendUpload(port, way, title, random)
    if (answer?.status !== ways[way]) outcome.wrong.push(`${way}: ${answer?.status} ${answer?.text}`)
    if (way !== 'whole') return
    const path = join(folder, title)
    if (!readFileSync(path).equals(bytes) || answer?.text !== `${title} ${bytes.length}`) outcome.lost++
    rmSync(path)
  } catch (error) {
    outcome.wrong.push(`${way}: ${error}`)
  }
}

/** The state when nothing is under way any more. */
async function atRest(child: ChildProcess): Promise<UploadsState> {
  let state = await stateOf(child)
  for (const end = performance.now() + msAfter; performance.now() < end; await sleep(100)) {
    state = await stateOf(child)
    if (state.used === 0 && state.files.length === 0 && openDescriptors(child.pid ?? 0) < connections) break
  }
  return state
}

async function stateOf(child: ChildProcess): Promise<UploadsState> {
  const answered = once(child, 'message')
  child.send('state')
  const [state] = (await answered) as [UploadsState]
  return state
}
