import type { FixtureState } from '../app/fixture-state.ts'
import type { Attack, AttackCheck } from './attack.ts'
import { reference } from './reference.ts'
import type { Answered } from './send-attack.ts'
import type { Transport } from './transports.ts'
import { wrongTypes } from './wrong-types.ts'

/** In what an answer is not as demanded. */
export function judgeAnswer(attack: Attack, transport: Transport, answered: Answered): string[] {
  const check = transport === 'h2c' && attack.raw === undefined ? withReset(attack.check) : attack.check
  const faults = reference.judge({ ...attack, check }, answered, answered.parsed)
  const [first] = answered.parsed.responses
  if (check.mustBeTruncated && first !== undefined && !answered.truncated)
    faults.push('the body has a clean end')
  if (check.typesHold && first?.status === 200) faults.push(...wrongTypes(first.body))
  return faults
}

/** A stream that is reset is what HTTP/2 has for a malformed request, as HTTP/1 has the 400. */
function withReset(check: AttackCheck): AttackCheck {
  const mayRefuse = check.statusIn?.some((status) => status >= 400 && status < 500) === true
  return mayRefuse ? { ...check, allowClose: true } : check
}

/** In what the service is not as it was before. */
export function judgeState(
  { check }: Attack,
  before: FixtureState | undefined,
  after: FixtureState | undefined,
): string[] {
  if (before === undefined || after === undefined) return ['the service does not answer any more']
  const faults: string[] = []
  if (after.uncaught > 0) faults.push(`uncaught: ${after.errors.join('; ')}`)
  if (after.polluted) faults.push('a built-in prototype was changed')
  if (after.inherited.length > 0) faults.push(`the value inherits ${after.inherited.join(', ')}`)
  if (check.noTmpFiles && after.tmpFiles > 0) faults.push(`${after.tmpFiles} temporary files are left`)
  if (check.handlerNotCalled && JSON.stringify(after.hits) !== JSON.stringify(before.hits))
    faults.push('a handler was called')
  if (check.fdsBack && after.fds > before.fds + 5)
    faults.push(`${after.fds - before.fds} descriptors are open`)
  const grown = after.peakMb - (after.startMb ?? before.rssMb)
  if (grown > check.maxRssMb) faults.push(`${Math.round(grown)} MB more at its peak, of ${check.maxRssMb}`)
  return faults
}
