import type { Json, JsonObject } from './case-types.ts'
import { show } from './show.ts'

interface SetCookie {
  readonly value: string
  /** Names in lower case; flags have the value `true`. */
  readonly attributes: ReadonlyMap<string, string | true>
}

/** Differences between the Set-Cookie lines of a response and the expected cookies. */
export function cookieDifferences(
  expected: Readonly<Record<string, JsonObject | null>>,
  lines: readonly string[],
): string[] {
  const cookies = new Map(lines.map(parseSetCookie))
  const problems: string[] = []
  for (const [name, wanted] of Object.entries(expected)) {
    const found = cookies.get(name)
    if (wanted === null) {
      if (found !== undefined) problems.push(`the cookie ${name} is set, expected none`)
    } else if (found === undefined) {
      problems.push(`the cookie ${name} is not set; Set-Cookie: ${show(lines)}`)
    } else {
      for (const [key, value] of Object.entries(wanted)) {
        const actual = readPart(found, key)
        if (actual !== value)
          problems.push(`the cookie ${name} has ${key} ${show(actual)}, expected ${show(value)}`)
      }
    }
  }
  return problems
}

/** A later line with the same name replaces an earlier one, since the entries become a map. */
function parseSetCookie(line: string): readonly [name: string, cookie: SetCookie] {
  const [pair = '', ...rest] = line.split(';')
  const attributes = new Map<string, string | true>()
  for (const item of rest) {
    const [name, value] = splitPair(item)
    attributes.set(name.toLowerCase(), value ?? true)
  }
  const [name, value] = splitPair(pair)
  return [name, { value: value ?? '', attributes }]
}

function splitPair(text: string): readonly [string, string | undefined] {
  const at = text.indexOf('=')
  return at < 0 ? [text.trim(), undefined] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** A described part of a cookie; null if the line lacks it. */
function readPart(cookie: SetCookie, key: string): Json {
  if (key === 'value') return cookie.value
  if (key === 'expired') return isExpired(cookie)
  const spelt: Readonly<Record<string, string>> = { maxAge: 'max-age' }
  const found = cookie.attributes.get(spelt[key] ?? key.toLowerCase())
  if (found === undefined) return null
  return key === 'maxAge' ? Number(found) : found
}

function isExpired(cookie: SetCookie): boolean {
  const maxAge = cookie.attributes.get('max-age')
  if (maxAge !== undefined) return Number(maxAge) <= 0
  const expires = cookie.attributes.get('expires')
  return expires !== undefined && Date.parse(String(expires)) <= Date.now()
}
