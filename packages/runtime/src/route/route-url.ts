import { formUrl, pathForm } from '@ctxgen/core/path-form'
import { matchPattern } from './match-pattern.ts'
import { foldCase, type Pattern, parsePattern } from './pattern.ts'
import type { Route } from './route.ts'

/**
 * Inserts values into the path of a route, unescaped; a missing value leaves its place empty. A name is first looked up
 * exactly, then, unless case matters, case-insensitively: of several matches the first in character order wins.
 * @param isWhole whether a missing value is an error.
 * @throws TypeError for a value that the route would cut elsewhere, at the literal that ends a parameter.
 */
export function routeUrl(
  route: Route,
  values: Readonly<Record<string, unknown>>,
  caseSensitive: boolean,
  isWhole: boolean,
): string {
  const pattern = parsePattern(route.path, { caseSensitive: true, strictRouting: true })
  const texts = pattern.parts.map((part) =>
    part.kind === 'literal' ? formUrl(part.text) : textOf(valueFor(values, part.name, caseSensitive)),
  )
  const isOfRoute = checkCuts(route, pattern, texts, caseSensitive)
  if (isWhole && !isOfRoute) throw new TypeError(`${route.path}: a parameter has no value`)
  // Two leading slashes would begin a host name. Browsers read a backslash as a slash and drop tabs.
  return texts.join('').replace(/^[/\\\t\n\r]*/, '/')
}

/** @returns whether the path is the route's. */
function checkCuts(
  route: Route,
  { parts }: Pattern,
  texts: readonly string[],
  caseSensitive: boolean,
): boolean {
  const fold = (text: string): string => (caseSensitive ? pathForm(text) : foldCase(pathForm(text)))
  const path = fold(texts.join(''))
  const pattern = parsePattern(route.path, { caseSensitive, strictRouting: true })
  const places = matchPattern(pattern, path, false)
  // A missing value may leave a path that is not the route's.
  if (places === undefined) return false
  let place = 0
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'literal') continue
    const cut = path.slice(places[place], places[place + 1])
    place += 2
    if (cut === fold(texts[i] ?? '')) continue
    throw new TypeError(
      `${route.path}: the value of ${part.name} would be read as ${JSON.stringify(cut)}: it holds what ends a parameter`,
    )
  }
  return true
}

function valueFor(values: Readonly<Record<string, unknown>>, name: string, caseSensitive: boolean): unknown {
  const short = name === '*1' || name === '+1' ? name.charAt(0) : name
  for (const key of [name, short]) if (Object.hasOwn(values, key)) return values[key]
  if (caseSensitive) return undefined
  const folded = foldCase(name)
  const [key] = Object.keys(values)
    .filter((other) => foldCase(other) === folded)
    .sort()
  return key === undefined ? undefined : values[key]
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
