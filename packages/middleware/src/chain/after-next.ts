import type { Ctx } from '@ctxgen/runtime'

/** Runs the rest of the chain, then the work. Without a promise when the rest has none. */
export function afterNext(c: Ctx, work: () => void | Promise<void>): void | Promise<void> {
  const rest = c.next()
  return rest === undefined ? work() : rest.then(work)
}

/** Runs the rest of the chain, then the work, also when the rest fails. */
export function finallyAfterNext(c: Ctx, work: () => void | Promise<void>): void | Promise<void> {
  let rest: void | Promise<void>
  try {
    rest = c.next()
  } catch (error) {
    const done = work()
    if (done === undefined) throw error
    return done.then(() => Promise.reject(error))
  }
  return rest === undefined ? work() : rest.finally(work)
}
