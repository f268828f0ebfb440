import { trimBlanks } from './header-lines.ts'

/** The first value of a name in a Cookie header, without one pair of double quotes; `undefined` when absent. */
export function cookieValue(header: string, name: string): string | undefined {
  let first: string | undefined
  eachCookie(header, (key, value) => {
    if (key === name) first ??= value
  })
  return first
}

/** The distinct names in a Cookie header, in order. */
export function cookieNames(header: string): string[] {
  const names = new Set<string>()
  eachCookie(header, (name) => names.add(name))
  return [...names]
}

/** Visits every cookie with a name, in order. */
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
