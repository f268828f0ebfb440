import { foldCase, parsePattern } from './pattern.ts'
import type { Route } from './route.ts'

/**
 * The path of a route with values in the places of its parameters, put in as they are; one that is missing leaves its
 * place empty. A name is looked for exactly first, then, unless case counts, without regard to it: of several the first
 * in order of characters.
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
  // Two slashes at its head would make the path another host, and to browsers a backslash is one, and a tab is nothing.
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
