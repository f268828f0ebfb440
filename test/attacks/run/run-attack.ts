import { setTimeout as sleep } from 'node:timers/promises'
import type { FixtureState } from '../app/fixture-state.ts'
import type { Attack } from './attack.ts'
import type { Fixture } from './fixture.ts'
import { judgeAnswer, judgeState } from './judge.ts'
import { type Answered, sendAttack, type Target } from './send-attack.ts'
import { strayFiles } from './stray-files.ts'
import type { Transport } from './transports.ts'

/** The result of one attack over one transport. */
export interface Attempt {
  readonly failures: readonly string[]
  /** Why it was not run. */
  readonly skipped?: string
  /** The first answer, for the report. */
  readonly answered?: Answered | undefined
}

/** Runs an attack, then checks the answer and the service. */
export async function runAttack(attack: Attack, transport: Transport, fixture: Fixture): Promise<Attempt> {
  const app = await fixture.serve(attack.profile, attack.routes)
  await fixture.watchInherited(attack.check.noInherited ?? [])
  if (attack.call !== undefined) await fixture.call(attack.call)
  const target = { fixture, app }
  const files = strayFiles()
  const before = fixture.lastState ?? (await fixture.state())
  const answers = await sendAll(attack, transport, target)
  const [first] = answers
  if (first?.inexpressible !== undefined) return { failures: [], skipped: first.inexpressible }
  const failures = answers.flatMap((answered) => judgeAnswer(attack, transport, answered))
  if (!fixture.isRunning) failures.push('the process has ended')
  else if (!(await fixture.isAlive(app.http))) failures.push('/healthz is not answered')
  failures.push(...judgeState(attack, before, await settledState(attack, fixture, before)))
  for (const file of strayFiles()) if (!files.includes(file)) failures.push(`${file} was written`)
  return { failures: [...new Set(failures)], answered: first }
}

/** Like the reference runner: up to 50 times, up to 50 at once; the last answer counts. */
async function sendAll(attack: Attack, transport: Transport, target: Target): Promise<Answered[]> {
  const times = Math.min(attack.repeat ?? 1, 50)
  const atOnce = Math.min(attack.concurrency ?? 1, 50)
  let last: Answered[] = []
  for (let i = 0; i < times; i++) {
    const sent = Array.from({ length: atOnce }, () => sendAttack(attack, transport, target))
    last = await Promise.all(sent)
  }
  return last
}

/** Connections just closed may still be counted, for seconds on a busy machine. */
async function settledState(
  { check }: Attack,
  fixture: Fixture,
  before: FixtureState | undefined,
): Promise<FixtureState | undefined> {
  const first = await fixture.state()
  if (!check.fdsBack || before === undefined) return first
  let state = first
  for (let i = 0; i < 300 && state !== undefined && state.fds > before.fds + 5; i++) {
    await sleep(50)
    state = await fixture.state()
  }
  // Each query resets the peak and the errors, so the first answer holds those of the attack.
  if (first === undefined || state === undefined) return undefined
  const { peakMb, startMb, errors, uncaught } = first
  return { ...state, peakMb, startMb, errors, uncaught }
}
