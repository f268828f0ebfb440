import type { BindInput } from './bind-input.ts'
import { cookiePairs } from './cookie-pairs.ts'
import { Faults } from './faults.ts'
import { formPairs } from './form-body.ts'
import { type HeaderLines, requestHeaders, responseHeaders } from './header-values.ts'
import { queryPairs } from './query-pairs.ts'
import type { TextPairs } from './text-pairs.ts'

/** The values of each key, in order of arrival. Without a prototype, so that no key is special. */
export type TextMap = Record<string, string[]>

/** The last value of each key. */
export type LastTextMap = Record<string, string>

export function queryMap(c: BindInput): TextMap {
  return pairsMap(queryPairs(c, new Faults()))
}

/** The fields of a form; files are not among them. */
export function formMap(c: BindInput): TextMap {
  const faults = new Faults()
  const map: TextMap = Object.create(null)
  const pairs = formPairs(c, faults)
  while (pairs.next()) {
    if (!pairs.isFile()) addTexts(map, pairs)
  }
  faults.check()
  return map
}

export function cookieMap(c: BindInput): TextMap {
  return pairsMap(cookiePairs(c, new Faults()))
}

/** Names in lower case. */
export function headerMap(c: BindInput): TextMap {
  return linesMap(requestHeaders(c))
}

/** Names in lower case. */
export function respHeaderMap(c: BindInput): TextMap {
  return linesMap(responseHeaders(c))
}

export function uriMap(c: BindInput): TextMap {
  const map: TextMap = Object.create(null)
  for (const name of c.routeParamNames()) {
    const value = c.routeParam(name)
    if (value !== undefined) map[name] = [value]
  }
  return map
}

export function lastOf(map: TextMap): LastTextMap {
  const last: LastTextMap = Object.create(null)
  for (const key of Object.keys(map)) last[key] = map[key]?.at(-1) ?? ''
  return last
}

function pairsMap(pairs: TextPairs): TextMap {
  const map: TextMap = Object.create(null)
  while (pairs.next()) addTexts(map, pairs)
  return map
}

function addTexts(map: TextMap, pairs: TextPairs): void {
  const key = pairs.wholeKey()
  map[key] = pairs.texts(map[key])
}

function linesMap({ lines }: HeaderLines): TextMap {
  const map: TextMap = Object.create(null)
  for (let i = 0; i < lines.length; i += 2) {
    const name = (lines[i] ?? '').toLowerCase()
    map[name] ??= []
    map[name].push(lines[i + 1] ?? '')
  }
  return map
}
