import { decodeCookieText } from '@ctxgen/core/percent'
import { trimBlanks } from './header-lines.ts'

/** The last value of a name in a Cookie header, decoded; `undefined` when absent. */
export function cookieValue(header: string, name: string): string | undefined {
  let last: string | undefined
  eachCookie(header, (key, value) => {
    if (key === name) last = value
  })
  return last && decodeCookieText(last)
}

/** The distinct names in a Cookie header, in order. */
export function cookieNames(header: string): string[] {
  const names = new Set<string>()
  eachCookie(header, (name) => names.add(name))
  return [...names]
}

/** Visits every cookie with a name, in order. The value is not decoded, and without one pair of double quotes. */
export function eachCookie(header: string, visit: (name: string, value: string) => void): void {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const name = trimBlanks(pair.slice(0, Math.max(equals, 0)))
    if (name !== '') visit(name, unquote(trimBlanks(pair.slice(equals + 1))))
  }
}

function unquote(value: string): string {
  const quoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return quoted ? value.slice(1, -1) : value
}
