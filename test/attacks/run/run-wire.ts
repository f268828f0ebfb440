import type { Attack } from './attack.ts'
import { differenceOf } from './differences.ts'
import { Fixture } from './fixture.ts'
import type { Outcome, Report } from './outcome.ts'
import { type Attempt, runAttack } from './run-attack.ts'
import { type Transport, transports } from './send-attack.ts'

/** `node` without what prototypes and code from text make possible; nothing of ours may need either. */
export const hardFlags = ['--disable-proto=throw', '--disallow-code-generation-from-strings'] as const

/** Names in the corpus of what the contract does not have. */
const foreignMethods: ReadonlySet<string> = new Set(['sse', 'setTrailer'])

interface Job {
  readonly attack: Attack
  readonly transport: Transport
}

/**
 * Makes attacks on services of their own processes: one for HTTP/1, one for the other transports, and one for each
 * attack that lasts seconds, as they all look at the memory and the open files of the process.
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
    // A few at once: they wait most of the time.
    ...[0, 1, 2, 3].map((lane) =>
      runAlone(
        lasting.filter((_job, i) => i % 4 === lane),
        flags,
        report,
      ),
    ),
  ])
}

/** As an entry says; a request that any client may send goes over every transport, a client that misbehaves over HTTP/2 too. */
function transportsOf(attack: Attack): readonly Transport[] {
  const named = transports.filter((transport) => (attack.via ?? ['http']).includes(transport))
  if (attack.client !== undefined) return [...new Set([...named, 'h2c' as const])]
  return attack.raw === undefined && !saysItsLength(attack)
    ? [...named, ...transports.filter((transport) => !named.includes(transport))]
    : named
}

/** A length of its own choice is where the message ends: over a connection what follows is another one. */
function saysItsLength({ request }: Attack): boolean {
  return request?.headers?.some(([name]) => name.toLowerCase() === 'content-length') ?? false
}

/** An entry with such a limit waits for a time-out. */
export const longMs = 8000

function lasts({ client, check, raw }: Attack): boolean {
  return (client?.forMs ?? 0) >= 1000 || (raw !== undefined && check.maxMs >= longMs)
}

async function runLane(jobs: readonly Job[], flags: readonly string[], report: Report): Promise<void> {
  if (jobs.length === 0) return
  let fixture = await Fixture.start(flags)
  for (const job of jobs) {
    report(await runJob(job, fixture, flags))
    if (!fixture.isRunning) fixture = await Fixture.start(flags)
  }
  fixture.stop()
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
    return { attack, over, faults: [], skipped: `the contract has no c.${call.method}()` }
  const isExtra = !(attack.via ?? ['http']).includes(transport)
  const difference = isExtra ? differenceOf(attack.id, transport) : undefined
  const { faults, skipped, answered } = await runPatiently(attack, transport, fixture)
  if (difference === undefined) return { attack, over, faults, skipped, answered }
  const gone = faults.length === 0 && skipped === undefined
  return gone
    ? { attack, over, faults: [`passes, so differences.json is wrong: ${difference}`], answered }
    : { attack, over, faults: [], skipped: difference }
}

/** What takes too long or grows, with the machine busy or the engine just warm, is tried again. */
async function runPatiently(attack: Attack, transport: Transport, fixture: Fixture): Promise<Attempt> {
  let attempt = await runAttack(attack, transport, fixture)
  for (let again = 0; again < 2 && isMeasured(attempt); again++) {
    attempt = await runAttack(attack, transport, fixture)
  }
  return attempt
}

function isMeasured({ faults }: Attempt): boolean {
  return (
    faults.length > 0 &&
    faults.every((fault) => /^(timeout|ms |no response \(timeout|\/healthz is not|\d+ MB)/.test(fault))
  )
}
