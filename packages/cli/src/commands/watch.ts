import { done } from '../exit-code.ts'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { makePlan } from '../plan.ts'
import { WatchSession } from '../watch/watch-session.ts'

/** Regenerates on changes until interrupted. */
export async function watch(flags: Flags, host: Host): Promise<number> {
  const interrupted = host.interrupted?.() ?? new Promise<void>(() => {})
  const plan = await makePlan(flags, host)
  await new WatchSession(plan, flags, host).run(interrupted)
  return done
}
