import { type Check, type CustomConstraints, checkOf } from './constraint.ts'
import type { ConstraintText } from './constraint-text.ts'
import { matchPattern } from './match-pattern.ts'
import { type ParamPlaces, paramPlaces } from './param-places.ts'
import { paramValue } from './param-value.ts'
import { type Pattern, parsePattern } from './pattern.ts'
import type { RouterOptions } from './router-options.ts'

/** What a route answers: `use` is middleware for everything below its path, `all` every method. */
export type RouteMethod = string

/** What a parameter's value has to be for its route to match. */
export interface Guard {
  /** The parameter's place among those of the pattern. */
  readonly place: number
  readonly checks: readonly Check[]
}

/** One registration: a pattern and the handlers it leads to. */
export interface Route<H = unknown> {
  /** The method in upper case, or `use` or `all`. */
  readonly method: RouteMethod
  /** The pattern as written, group prefixes included. */
  readonly path: string
  readonly pattern: Pattern
  readonly places: ParamPlaces
  /** `undefined` when every value will do. */
  readonly guards: readonly Guard[] | undefined
  readonly handlers: readonly H[]
  /** The place in the order of registration; earlier routes win. */
  order: number
  name: string
}

/** What the routes of a router share. */
export interface RouteScope {
  readonly options: RouterOptions
  readonly constraints: CustomConstraints
  readonly places: Map<string, ParamPlaces>
}

/** Reads the pattern of a route. @throws TypeError for one that means nothing. */
export function newRoute<H>(
  method: RouteMethod,
  path: string,
  handlers: readonly H[],
  { options, constraints, places: shared }: RouteScope,
): Route<H> {
  const rooted = path.startsWith('/') ? path : `/${path}`
  const pattern = parsePattern(rooted, method === 'use' ? { ...options, strictRouting: false } : options)
  const places = paramPlaces(pattern, options.caseSensitive, shared)
  const guards = guardsOf(rooted, pattern, constraints)
  return { handlers, method, path: rooted, pattern, places, guards, order: 0, name: '' }
}

function guardsOf(path: string, pattern: Pattern, custom: CustomConstraints): Guard[] | undefined {
  const guards: Guard[] = []
  for (const [place, { constraints }] of pattern.parts.filter((part) => part.kind === 'param').entries()) {
    const checks = constraints.map((constraint) => checkAt(path, constraint, custom))
    if (checks.length > 0) guards.push({ place, checks })
  }
  return guards.length === 0 ? undefined : guards
}

/** @throws TypeError that names the pattern, which nobody would find among many by its constraint. */
function checkAt(path: string, constraint: ConstraintText, custom: CustomConstraints): Check {
  try {
    return checkOf(constraint, custom)
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(`${path}: ${error.message}`, { cause: error }) : error
  }
}

/** Whether the pattern of a route takes a path (folded and trimmed as the settings say), whatever the method. */
export function routeTakes(route: Route, path: string): boolean {
  return matchPattern(route.pattern, path, route.method === 'use') !== undefined
}

/**
 * Whether the values that a matching path has for a route's parameters hold what the pattern asks of them: as handlers
 * see them, decoded. One that was left out is not looked at.
 */
export function passesGuards(route: Route, path: string, options: RouterOptions): boolean {
  if (route.guards === undefined) return true
  return route.guards.every(({ place, checks }) => {
    const value = paramValue(route, place, path, options)
    return value === '' || checks.every((check) => check(value))
  })
}
