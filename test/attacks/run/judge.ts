import type { FixtureState } from '../app/fixture-state.ts'
import type { Attack, AttackCheck } from './attack.ts'
import { plainRequest } from './plain-request.ts'
import { reference } from './reference.ts'
import type { Answered } from './send-attack.ts'
import type { Transport } from './transports.ts'
import { wrongTypes } from './wrong-types.ts'

/** The violated demands on an answer. */
export function judgeAnswer(attack: Attack, transport: Transport, answered: Answered): string[] {
  const check = transport === 'h2c' && isOneRequest(attack) ? withReset(attack.check) : attack.check
  const failures = reference.judge({ ...attack, check }, answered, answered.parsed)
  const [first] = answered.parsed.responses
  if (check.mustBeTruncated && first !== undefined && !answered.truncated)
    failures.push('the body ends cleanly')
  if (check.typesHold && first?.status === 200) failures.push(...wrongTypes(first.body))
  return failures
}

function isOneRequest({ raw }: Attack): boolean {
  return raw === undefined || plainRequest(raw) !== undefined
}

/** HTTP/2 answers a malformed request by resetting the stream, as HTTP/1 does by a 400. */
function withReset(check: AttackCheck): AttackCheck {
  const mayRefuse = check.statusIn?.some((status) => status >= 400 && status < 500) === true
  return mayRefuse ? { ...check, allowClose: true } : check
}

/** Changes of the service since before the attack. */
export function judgeState(
  { check }: Attack,
  before: FixtureState | undefined,
  after: FixtureState | undefined,
): string[] {
  if (before === undefined || after === undefined) return ['the service no longer answers']
  const failures: string[] = []
  if (after.uncaught > 0) failures.push(`uncaught: ${after.errors.join('; ')}`)
  if (after.polluted) failures.push('a built-in prototype was changed')
  if (after.inherited.length > 0) failures.push(`the value inherits ${after.inherited.join(', ')}`)
  if (check.noTmpFiles && after.tmpFiles > 0) failures.push(`${after.tmpFiles} temporary files are left`)
  if (check.handlerNotCalled && JSON.stringify(after.hits) !== JSON.stringify(before.hits))
    failures.push('a handler was called')
  if (check.fdsBack && after.fds > before.fds + 5)
    failures.push(`${after.fds - before.fds} descriptors are open`)
  const grown = after.peakMb - (after.startMb ?? before.rssMb)
  if (grown > check.maxRssMb) failures.push(`${Math.round(grown)} MB more at its peak, of ${check.maxRssMb}`)
  return failures
}
