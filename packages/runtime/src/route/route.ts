import { matchPattern } from './match-pattern.ts'
import type { ParamPlaces } from './param-places.ts'
import type { Pattern } from './pattern.ts'

/** What a route answers: `use` is middleware for everything below its path, `all` every method. */
export type RouteMethod = string

/** One registration: a pattern and the handlers it leads to. */
export interface Route<H = unknown> {
  /** The method in upper case, or `use` or `all`. */
  readonly method: RouteMethod
  /** The pattern as written, group prefixes included. */
  readonly path: string
  readonly pattern: Pattern
  readonly places: ParamPlaces
  readonly handlers: readonly H[]
  /** The place in the order of registration; earlier routes win. */
  readonly order: number
  name: string
}

/** Whether a route takes a path (folded and trimmed as the settings say), whatever the method. */
export function routeTakes(route: Route, path: string): boolean {
  return matchPattern(route.pattern, path, route.method === 'use') !== undefined
}
