import type { Ctx, Handler } from '../ctx/ctx.ts'
import { isPending } from '../ctx/handler-values.ts'
import type { Locals } from '../ctx/locals.ts'
import { HttpError } from '../error/http-error.ts'

/** A `Ctx` behind guards that set these keys of `c.locals()`. */
export type CtxWith<K extends keyof Locals> = [K] extends [never] ? Ctx : WithLocals<K> & Ctx

declare const known: unique symbol

interface WithLocals<K extends keyof Locals> {
  /** For the type checker: a plain `Ctx` must not pass for one with these keys. */
  readonly [known]: { readonly [N in K]: true }
  locals<N extends K>(key: N): Somebody<Locals[N]>
  value<N extends K>(key: N): Somebody<Locals[N]>
}

/** Values for a request that may not pass. */
type Nobody = null | undefined | false

type Somebody<T> = Exclude<T, Nobody>

/** The results of `find`; an Error counts as thrown. */
type GuardResult<K> = (K extends keyof Locals ? Locals[K] : unknown) | Nobody | Error

/** Middleware that sets keys of `c.locals()`: made by {@link guard}, or by `fromConnect` with members. */
export type Guard<K extends keyof Locals> = Handler & {
  /** For the type checker; never set. */
  readonly sets?: K
}

/** A key of {@link Locals}. For any other, the compile error has the place to declare it. */
type LocalKey<K> = K extends keyof Locals
  ? K
  : `declare ${K & string} in "interface Locals" of @ctxgen/runtime`

/**
 * Middleware that stores a value under a key. For handlers behind it, `c.locals(key)` is never `undefined`.
 * @param find returns the value. `null`, `undefined` and `false` are nobody: an HttpError 401. For another status it
 * throws or returns an HttpError.
 */
export function guard<const K extends PropertyKey>(
  key: LocalKey<K>,
  find: (c: Ctx) => GuardResult<K> | PromiseLike<GuardResult<K>>,
): Guard<K & keyof Locals> {
  return (c) => {
    const found: unknown = find(c)
    return isPending(found) ? found.then((one) => pass(c, key, one)) : pass(c, key, found)
  }
}

function pass(c: Ctx, key: unknown, found: unknown): void | Promise<void> {
  if (found instanceof Error) throw found
  if (found === undefined || found === null || found === false) throw new HttpError(401)
  c.locals(key, found)
  return c.next()
}
