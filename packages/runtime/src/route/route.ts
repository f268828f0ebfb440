import { type Check, type CustomConstraints, checkOf } from './constraint.ts'
import type { ConstraintText } from './constraint-text.ts'
import { joinPath } from './join-path.ts'
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
  /** Most bytes of a body; `undefined`: as many as the app takes. */
  bodyLimit: number | undefined
}

/** What another router is mounted below. */
export interface RoutePrefix {
  readonly path: string
  /** How many parameters it has. */
  readonly params: number
  readonly guards: readonly Guard[]
}

/** What the routes of a router share. */
export interface RouteScope {
  readonly options: RouterOptions
  readonly constraints: CustomConstraints
  readonly places: Map<string, ParamPlaces>
}

/**
 * Reads the pattern of a route.
 * @param guards what its constraints ask, where that is known already.
 * @throws TypeError for a pattern that means nothing.
 */
export function newRoute<H>(
  method: RouteMethod,
  path: string,
  handlers: readonly H[],
  { options, constraints, places: shared }: RouteScope,
  guards?: readonly Guard[],
): Route<H> {
  const rooted = path.startsWith('/') ? path : `/${path}`
  const pattern = parsePattern(rooted, method === 'use' ? { ...options, strictRouting: false } : options)
  const places = paramPlaces(pattern, options.caseSensitive, shared)
  const asked = guards ?? guardsOf(rooted, pattern, constraints)
  return {
    handlers,
    method,
    path: rooted,
    pattern,
    places,
    guards: asked.length === 0 ? undefined : asked,
    order: 0,
    name: '',
    bodyLimit: undefined,
  }
}

/** Reads a path that the routes of another router are reached below. @throws TypeError for one that means nothing. */
export function newPrefix(path: string, scope: RouteScope): RoutePrefix {
  const { pattern, guards = [] } = newRoute('use', path, [], scope)
  return { path, params: pattern.params.length, guards }
}

/** A route as it is reached below a prefix. Each constraint is what the app in which it was written knows by its name. */
export function routeBelow<H>(prefix: RoutePrefix, route: Route<H>, scope: RouteScope): Route<H> {
  const { method, path, handlers, name, bodyLimit, guards = [] } = route
  const moved = guards.map(({ place, checks }) => ({ place: place + prefix.params, checks }))
  const below = newRoute(method, joinPath(prefix.path, path), handlers, scope, [...prefix.guards, ...moved])
  return Object.assign(below, { name, bodyLimit })
}

function guardsOf(path: string, pattern: Pattern, custom: CustomConstraints): Guard[] {
  const guards: Guard[] = []
  for (const [place, { constraints }] of pattern.parts.filter((part) => part.kind === 'param').entries()) {
    const checks = constraints.map((constraint) => checkAt(path, constraint, custom))
    if (checks.length > 0) guards.push({ place, checks })
  }
  return guards
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

/** Whether a route is middleware for everything, or the pattern `*`. */
export function takesEveryPath({ method, pattern: { parts } }: Route): boolean {
  const [slash, rest] = parts
  if (slash === undefined) return method === 'use'
  if (slash.kind !== 'literal' || slash.text !== '/') return false
  return rest?.kind === 'param' && rest.greedy && rest.optional && rest.last
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
