import { foldCase, parsePattern } from './pattern.ts'
import type { Route } from './route.ts'

// Two slashes at the head name another host. Browsers take backslashes for slashes, and do not see what is between them.
const hostSigns = /^[/\\\t\n\r]{2,}/

/**
 * The path of a route with values in the places of its parameters, put in as they are; one that is missing leaves its
 * place empty. It begins with one slash, so it is a path of this host whatever the values are.
 *
 * A name is looked for exactly first, then, unless case counts, without regard to it: of several the first in order of
 * characters.
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
  return texts.join('').replace(hostSigns, '/')
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
