import { foldCase, parsePattern } from './pattern.ts'
import type { Route } from './route.ts'

/**
 * Inserts values into the path of a route, unescaped; a missing value leaves its place empty. A name is first looked up
 * exactly, then, unless case matters, case-insensitively: of several matches the first in character order wins.
 */
export function routeUrl(
  route: Route,
  values: Readonly<Record<string, unknown>>,
  caseSensitive: boolean,
): string {
  const { parts } = parsePattern(route.path, { caseSensitive: true, strictRouting: true })
  const texts = parts.map((part) =>
    part.kind === 'literal' ? part.text : textOf(valueFor(values, part.name, caseSensitive)),
  )
  // Two leading slashes would begin a host name. Browsers read a backslash as a slash and drop tabs.
  return texts.join('').replace(/^[/\\\t\n\r]*/, '/')
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
