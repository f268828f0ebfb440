import { eachCookie } from '../request/cookie-header.ts'
import type { Ctx } from './ctx.ts'
import type { CtxState } from './ctx-state.ts'

/**
 * Replaces the cookies of the request for all that reads them later.
 * @param change gives the new value, as a client would send it, or `undefined` to leave the cookie out
 */
export function replaceCookies(c: Ctx, change: (name: string, value: string) => string | undefined): void {
  changeCookies.call(c, change)
}

function changeCookies(
  this: CtxState<unknown>,
  change: (name: string, value: string) => string | undefined,
): void {
  const { rawHeaders } = this.incoming
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'cookie') continue
    const pairs: string[] = []
    eachCookie(rawHeaders[i + 1] ?? '', (name, value) => {
      const changed = change(name, value)
      if (changed !== undefined) pairs.push(`${name}=${changed}`)
    })
    Reflect.set(rawHeaders, i + 1, pairs.join('; '))
  }
}
