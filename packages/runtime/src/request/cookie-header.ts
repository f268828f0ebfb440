import { trimBlanks } from './trim-blanks.ts'

/** The first value of that name in a Cookie header, one pair of double quotes removed; `undefined` when there is none. */
export function cookieValue(header: string, name: string): string | undefined {
  let first: string | undefined
  eachCookie(header, (key, value) => {
    if (key === name) first ??= value
  })
  return first
}

/** The names in a Cookie header, each once, in order. */
export function cookieNames(header: string): string[] {
  const names = new Set<string>()
  eachCookie(header, (name) => names.add(name))
  return [...names]
}

/** Every cookie that has a name, in order. */
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
