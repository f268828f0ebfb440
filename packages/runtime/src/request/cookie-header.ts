import { trimBlanks } from './trim-blanks.ts'
/** The first value of that name in a Cookie header, one pair of double quotes removed; `undefined` when there is none. */
export function cookieValue(header: string, name: string): string | undefined {
  let start = 0
  while (start < header.length) {
    let end = header.indexOf(';', start)
    if (end === -1) end = header.length
    const equals = header.indexOf('=', start)
    if (equals !== -1 && equals < end && trimBlanks(header.slice(start, equals)) === name) {
      return unquote(trimBlanks(header.slice(equals + 1, end)))
    }
    start = end + 1
  }
  return undefined
}

/** The names in a Cookie header, each once, in order. */
export function cookieNames(header: string): string[] {
  const names = new Set<string>()
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const name = equals === -1 ? '' : trimBlanks(pair.slice(0, equals))
    if (name !== '') names.add(name)
  }
  return [...names]
}

function unquote(value: string): string {
  const quoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return quoted ? value.slice(1, -1) : value
}
