import { type Ctx, type Guard, type Handler, HttpError, type Locals } from '@ctxgen/runtime'

/** Values for a client that may not pass. */
export type Nobody = null | undefined | false

/** The result of a check: the user, or nobody. For another status it throws an HttpError. */
export type Found<U> = U | Nobody | Promise<U | Nobody>

/** A guard that stores a user, or throws the refusal. @param find `undefined` when the client sent no credentials. */
export function putUser<K extends keyof Locals>(
  key: K,
  find: (c: Ctx) => Found<Locals[K]> | undefined,
  refusal: (c: Ctx) => HttpError,
): Guard<K> {
  const pass = (c: Ctx, user: Locals[K] | Nobody): void | Promise<void> => {
    if (user === undefined || user === null || user === false) throw refusal(c)
    c.locals<K, Locals[K]>(key, user)
    return c.next()
  }
  const handler: Handler = (c) => {
    const found = find(c)
    return found instanceof Promise ? found.then((user) => pass(c, user)) : pass(c, found)
  }
  return handler
}

/** A refusal that caches do not keep (RFC 9111 section 3.5) and browsers do not show as the page of another user. */
export function unauthorized(challenge: string, message?: string): HttpError {
  const headers = { 'WWW-Authenticate': challenge, 'Cache-Control': 'no-store', Vary: 'Authorization' }
  return new HttpError(401, message, { headers })
}
