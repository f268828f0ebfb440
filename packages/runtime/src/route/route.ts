import { matchPattern } from './match-pattern.ts'
import { foldCase, type Pattern } from './pattern.ts'

/** What a route answers: `use` is middleware for everything below its path, `all` every method. */
export type RouteMethod = string

/** One registration: a pattern and the handlers it leads to. */
export interface Route<H = unknown> {
  /** The method in upper case, or `use` or `all`. */
  readonly method: RouteMethod
  /** The pattern as written, group prefixes included. */
  readonly path: string
  readonly pattern: Pattern
  readonly handlers: readonly H[]
  /** The place in the order of registration; earlier routes win. */
  readonly order: number
  name: string
}

/** Whether a route takes a path (folded and trimmed as the settings say), whatever the method. */
export function routeTakes(route: Route, path: string): boolean {
  return matchPattern(route.pattern, path, route.method === 'use') !== undefined
}

/** The place of a parameter among those of a route; `*` and `+` alone mean the first. -1 when there is none. */
export function paramPlace(route: Route, name: string, caseSensitive: boolean): number {
  const { params } = route.pattern
  const wanted = name === '*' || name === '+' ? `${name}1` : name
  const exact = params.indexOf(wanted)
  if (caseSensitive || params.length === 0) return exact
  // Two parameters that differ in case only are one: the first.
  const folded = foldCase(wanted)
  return params.findIndex((param) => foldCase(param) === folded)
}
