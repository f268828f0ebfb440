import { type Ctx, type Guard, type Handler, HttpError, type Locals } from '@ctxgen/runtime'

/** Values for a client that may not pass. */
type Nobody = null | undefined | false

/** The result of a check: the user, or nobody. For another status it throws an HttpError. */
export type UserResult<U> = U | Nobody | Promise<U | Nobody>

/** The result for a request without credentials. */
export const notSent: unique symbol = Symbol('no credentials')

/** The key of the form that lets requests without credentials pass. */
export const optionalForm: unique symbol = Symbol('optional')

/** A guard for credentials, which `optional` takes as well. */
export type Login<K extends keyof Locals> = Guard<K> & { readonly [optionalForm]: Handler }

/** A guard that stores a user, or throws the refusal. */
export function putUser<K extends keyof Locals>(
  key: K,
  find: (c: Ctx) => UserResult<Locals[K]> | typeof notSent,
  refusal: (c: Ctx) => HttpError,
): Login<K> {
  const pass = (c: Ctx, user: Locals[K] | Nobody): void | Promise<void> => {
    if (user === undefined || user === null || user === false) throw refusal(c)
    c.locals<K, Locals[K]>(key, user)
    return c.next()
  }
  const check = (c: Ctx, found: UserResult<Locals[K]>): void | Promise<void> =>
    found instanceof Promise ? found.then((user) => pass(c, user)) : pass(c, found)
  const required: Handler = (c) => {
    const found = find(c)
    return check(c, found === notSent ? undefined : found)
  }
  const optional: Handler = (c) => {
    // A cache may keep the answer for nobody (RFC 9111 section 3.5).
    c.vary('Authorization')
    const found = find(c)
    return found === notSent ? c.next() : check(c, found)
  }
  return Object.assign(required, { [optionalForm]: optional } as const)
}

/** A refusal that caches do not keep (RFC 9111 section 3.5) and browsers do not show as the page of another user. */
export function unauthorized(challenge: string): HttpError {
  const headers = { 'WWW-Authenticate': challenge, 'Cache-Control': 'no-store', Vary: 'Authorization' }
  return new HttpError(401, undefined, { headers })
}
