import type { Ctx, Handler } from '../ctx/ctx.ts'
import { isPending } from '../ctx/handler-values.ts'
import type { Locals } from '../ctx/locals.ts'

/** A `Ctx` behind guards that set these keys of `c.locals()`. */
export type CtxWith<K extends keyof Locals> = [K] extends [never] ? Ctx : Known<K> & Ctx

declare const known: unique symbol

interface Known<K extends keyof Locals> {
  /** For the type checker: a plain `Ctx` must not pass for one with these keys. */
  readonly [known]: { readonly [N in K]: true }
  locals<N extends K>(key: N): Locals[N]
  value<N extends K>(key: N): Locals[N]
}

/** Middleware that sets a key of `c.locals()`, made by {@link guard}. */
export type Guard<K extends keyof Locals> = Handler & {
  /** For the type checker; never set. */
  readonly sets?: K
}

/**
 * Middleware that stores what it finds under a key, or throws. In a group or route that begins with it,
 * `c.locals(key)` is never `undefined`.
 * @param find throws an HttpError for a request that may not pass.
 */
export function guard<K extends keyof Locals>(
  key: K,
  find: (c: Ctx) => Locals[K] | PromiseLike<Locals[K]>,
): Guard<K> {
  return (c) => {
    const found: unknown = find(c)
    return isPending(found) ? found.then((one) => pass(c, key, one)) : pass(c, key, found)
  }
}

function pass(c: Ctx, key: unknown, found: unknown): void | Promise<void> {
  if (found === undefined)
    throw new Error(`the guard of ${String(key)} found nothing: throw an HttpError there`)
  c.locals(key, found)
  return c.next()
}
