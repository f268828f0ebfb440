import type { Attack } from './attack.ts'
import { differenceOf } from './differences.ts'
import { Fixture } from './fixture.ts'
import type { Outcome, Report } from './outcome.ts'
import { type Attempt, runAttack } from './run-attack.ts'
import { contradiction, namedTransports, type Transport, transportsOf } from './transports.ts'

/** `node` without prototype access and code from text; none of our code may need either. */
export const hardFlags = ['--disable-proto=throw', '--disallow-code-generation-from-strings'] as const

/** Names in the corpus that the contract lacks. */
const foreignMethods: ReadonlySet<string> = new Set(['sse', 'setTrailer'])

interface Job {
  readonly attack: Attack
  readonly transport: Transport
}

/**
 * Runs attacks on service processes: one for HTTP/1, one for the other transports, and one for each attack
 * that lasts seconds, since each check reads the memory and open files of the whole process.
 */
export async function runWireAttacks(
  attacks: readonly Attack[],
  flags: readonly string[],
  report: Report,
): Promise<void> {
  const jobs = attacks.flatMap((attack) =>
    transportsOf(attack).map((transport): Job => ({ attack, transport })),
  )
  const lasting = jobs.filter(({ attack }) => lasts(attack))
  const quick = jobs.filter(({ attack }) => !lasts(attack))
  await Promise.all([
    runLane(
      quick.filter(({ transport }) => transport === 'http'),
      flags,
      report,
    ),
    runLane(
      quick.filter(({ transport }) => transport !== 'http'),
      flags,
      report,
    ),
    // A few at once: they mostly wait.
    ...[0, 1, 2, 3].map((lane) =>
      runAlone(
        lasting.filter((_job, i) => i % 4 === lane),
        flags,
        report,
      ),
    ),
  ])
}

/** An entry with such a limit waits for a timeout. */
export const longMs = 8000

function lasts({ client, check, raw }: Attack): boolean {
  return (client?.forMs ?? 0) >= 1000 || (raw !== undefined && check.maxMs >= longMs)
}

async function runLane(jobs: readonly Job[], flags: readonly string[], report: Report): Promise<void> {
  if (jobs.length === 0) return
  let fixture = await Fixture.start(flags)
  for (const job of jobs) {
    report(await runJob(job, fixture, flags).catch((error: unknown) => brokenOff(job, error)))
    if (!fixture.isRunning) fixture = await Fixture.start(flags)
  }
  fixture.stop()
}

/** An entry that cannot be sent fails alone. */
function brokenOff({ attack, transport }: Job, error: unknown): Outcome {
  return { attack, over: transport, failures: [`cannot be made: ${error}`] }
}

async function runAlone(jobs: readonly Job[], flags: readonly string[], report: Report): Promise<void> {
  for (const job of jobs) await runLane([job], flags, report)
}

async function runJob(
  { attack, transport }: Job,
  fixture: Fixture,
  flags: readonly string[],
): Promise<Outcome> {
  const over = flags.length === 0 ? transport : `${transport}, ${flags.join(' ')}`
  const { call } = attack
  if (call !== undefined && foreignMethods.has(call.method))
    return { attack, over, failures: [], skipped: `the contract has no c.${call.method}()` }
  const reason = contradiction(attack, transport)
  if (reason !== undefined) return { attack, over, failures: [`cannot be made: ${reason}`] }
  const isExtra = !namedTransports(attack).includes(transport)
  const difference = isExtra ? differenceOf(attack.id, transport) : undefined
  const { failures, skipped, answered } = await runPatiently(attack, transport, fixture, flags)
  if (difference === undefined) return { attack, over, failures, skipped, answered }
  const gone = failures.length === 0 && skipped === undefined
  return gone
    ? { attack, over, failures: [`passes, so differences.json is wrong: ${difference}`], answered }
    : { attack, over, failures: [], skipped: difference }
}

/**
 * A slow attempt is repeated, since the machine may be busy or the engine cold. A growing one is repeated
 * in a fresh process: a process that has already grown need not grow again.
 */
async function runPatiently(
  attack: Attack,
  transport: Transport,
  fixture: Fixture,
  flags: readonly string[],
): Promise<Attempt> {
  let attempt = await runAttack(attack, transport, fixture)
  for (let again = 0; again < 2 && attempt.failures.length > 0; again++) {
    if (attempt.failures.every((failure) => slow.test(failure)))
      attempt = await runAttack(attack, transport, fixture)
    else if (attempt.failures.every((failure) => slow.test(failure) || grown.test(failure)))
      attempt = await runAfresh(attack, transport, flags)
  }
  return attempt
}

async function runAfresh(attack: Attack, transport: Transport, flags: readonly string[]): Promise<Attempt> {
  const fixture = await Fixture.start(flags)
  try {
    return await runAttack(attack, transport, fixture)
  } finally {
    fixture.stop()
  }
}

const slow = /^(timeout|ms |no response \(timeout|\/healthz is not)/
const grown = /^\d+ MB/
