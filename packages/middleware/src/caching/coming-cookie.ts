import type { Ctx } from '@ctxgen/runtime'

const key: unique symbol = Symbol('coming cookie')

/** Announces that middleware before a cache may set a cookie when the handlers have ended. */
export function announceCookie(c: Ctx, isComing: () => boolean): void {
  c.locals(key, isComing)
}

/** Whether the answer will have a cookie that it does not have yet. */
export function isCookieComing(c: Ctx): boolean {
  const isComing = c.locals(key)
  return typeof isComing === 'function' && isComing() === true
}
