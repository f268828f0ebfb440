import type { ConstraintText } from '@ctxgen/core/constraint-text'
import { decodePercent } from '@ctxgen/core/percent'
import { type Check, type CustomConstraints, checkOf } from './constraint.ts'
import { matchPattern } from './match-pattern.ts'
import { type ParamPlaces, paramPlaces } from './param-places.ts'
import type { RouterOptions } from './pattern.ts'
import { foldCase, type Pattern, parsePattern, trimSlashes } from './pattern.ts'

/** The method of a route: `use` is middleware for all paths below, `all` is every method. */
export type RouteMethod = string

/** A parameter's constraints. */
interface Guard {
  /** The index of the parameter in the pattern. */
  readonly place: number
  readonly checks: readonly Check[]
}

/** A registered pattern with its handlers. */
export interface Route<H = unknown> {
  /** In upper case, or `use` or `all`. */
  readonly method: RouteMethod
  /** The pattern as written, with group prefixes. */
  readonly path: string
  readonly pattern: Pattern
  readonly places: ParamPlaces
  /** `undefined` without constraints. */
  readonly guards: readonly Guard[] | undefined
  readonly handlers: readonly H[]
  /** The position in the order of registration; earlier routes win. */
  order: number
  /** The position behind the mounted app of the route; `Infinity` for a route of the app itself. */
  end: number
  name: string
  /** `undefined` for those of the app. */
  limits: RouteLimits | undefined
  /** The index of the handler before which the body is read; -1 for none. */
  readsAt: number
  /** Its handlers may take the body as a stream. */
  takesStream: boolean
}

/** Limits of a route in place of the app's. */
export interface RouteLimits {
  /** Maximum body size in bytes, as sent and decoded. */
  readonly bodyLimit?: number
  /** Maximum number of parts in a multipart body. */
  readonly maxParts?: number
  /** Maximum number of fields in a form, and of pairs in a query string or cookie header. */
  readonly maxKeys?: number
}

/** The prefix of a mounted router. */
export interface RoutePrefix {
  readonly path: string
  /** The number of parameters in the prefix. */
  readonly params: number
  readonly guards: readonly Guard[]
}

/** The settings shared by the routes of a router. */
export interface RouteScope {
  readonly options: RouterOptions
  readonly constraints: CustomConstraints
  readonly places: Map<string, ParamPlaces>
}

/** Handlers that read the server's own request: no body is read before them. */
export const requestTakers: WeakSet<object> = new WeakSet()

function takesRequest(handler: unknown): boolean {
  return typeof handler === 'function' && requestTakers.has(handler)
}

/**
 * Parses the pattern of a route.
 * @param guards the compiled constraints, if already known.
 * @throws TypeError for an invalid pattern.
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
    end: Number.POSITIVE_INFINITY,
    name: '',
    limits: undefined,
    readsAt: method === 'use' || takesRequest(handlers.at(-1)) ? -1 : handlers.length - 1,
    takesStream: false,
  }
}

/** Parses the prefix of a mounted router. @throws TypeError for an invalid pattern. */
export function newPrefix(path: string, scope: RouteScope): RoutePrefix {
  const { pattern, guards = [] } = newRoute('use', path, [], scope)
  return { path, params: pattern.params.length, guards }
}

/** A route with a mount prefix. Constraint names keep their meaning from the app that defines the route. */
export function routeBelow<H>(prefix: RoutePrefix, route: Route<H>, scope: RouteScope): Route<H> {
  const { method, path, handlers, name, limits, readsAt, takesStream, guards = [] } = route
  const moved = guards.map(({ place, checks }) => ({ place: place + prefix.params, checks }))
  const below = newRoute(method, joinPath(prefix.path, path), handlers, scope, [...prefix.guards, ...moved])
  return Object.assign(below, { name, limits, readsAt, takesStream })
}

function guardsOf(path: string, pattern: Pattern, custom: CustomConstraints): Guard[] {
  const guards: Guard[] = []
  for (const [place, { constraints }] of pattern.parts.filter((part) => part.kind === 'param').entries()) {
    const checks = constraints.map((constraint) => checkAt(path, constraint, custom))
    if (checks.length > 0) guards.push({ place, checks })
  }
  return guards
}

/** @throws TypeError with the pattern in its message, to make the constraint easy to find. */
function checkAt(path: string, constraint: ConstraintText, custom: CustomConstraints): Check {
  try {
    return checkOf(constraint, custom)
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(`${path}: ${error.message}`, { cause: error }) : error
  }
}

/** Whether a route matches the form of a path (folded and trimmed according to the settings) with any method. */
export function routeTakes(route: Route, path: string): boolean {
  return matchPattern(route.pattern, path, route.method === 'use') !== undefined
}

/** Whether a route is middleware for every path, or has the pattern `*`. */
export function takesEveryPath({ method, pattern: { parts } }: Route): boolean {
  const [slash, rest] = parts
  if (slash === undefined) return method === 'use'
  if (slash.kind !== 'literal' || slash.text !== '/') return false
  return rest?.kind === 'param' && rest.greedy && rest.optional && rest.last
}

/** Whether the decoded parameters of a matching path satisfy the route's constraints. Absent values are not checked. */
export function passesGuards(route: Route, path: string, options: RouterOptions): boolean {
  if (route.guards === undefined) return true
  return route.guards.every(({ place, checks }) => {
    const value = paramValue(route, place, path, options)
    return value === '' || checks.every((check) => check(value))
  })
}

const SLASH = 47
const PERCENT = 37

/** The value of a parameter in the form of a matching path, percent-decoded; `""` when it is absent. */
export function paramValue(route: Route, place: number, path: string, options: RouterOptions): string {
  const { gaps, hasRest } = route.places
  if (gaps === undefined) return decodePercent(matchedText(route, place, path, options))
  let start = 0
  for (let i = 0; i < place; i++) start = endOfSegment(path, start + (gaps[i] ?? 0), path.length)
  start += gaps[place] ?? 0
  if (!hasRest || place < gaps.length - 1) return segmentValue(path, start)
  return decodePercent(path.slice(start, endOfPath(path, options)))
}

/** The end of a path for matching: before trailing slashes, if they are ignored. */
export function endOfPath(path: string, { strictRouting }: RouterOptions): number {
  let end = path.length
  if (!strictRouting) while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return end
}

/** Finds the end and any escapes in one pass. */
function segmentValue(path: string, start: number): string {
  const { length } = path
  let plain = true
  let at = start
  for (; at < length; at++) {
    const code = path.charCodeAt(at)
    if (code === SLASH) break
    if (code === PERCENT) plain = false
  }
  const text = path.slice(start, at)
  return plain ? text : decodePercent(text)
}

/** The end of the segment that contains a position. */
export function endOfSegment(path: string, from: number, end: number): number {
  // Segments are short, so a loop is faster than indexOf.
  let at = from
  while (at < end && path.charCodeAt(at) !== SLASH) at++
  return at
}

function matchedText(
  { pattern, method }: Route,
  place: number,
  path: string,
  options: RouterOptions,
): string {
  const folded = options.caseSensitive ? path : foldCase(path)
  const places = matchPattern(pattern, folded.slice(0, endOfPath(path, options)), method === 'use') ?? []
  return path.slice(places[place * 2], places[place * 2 + 1])
}

/** Joins a prefix and a path; an empty path is the prefix itself. */
export function joinPath(prefix: string, path: string): string {
  if (path === '' || prefix === '') return path === '' ? prefix : path
  return trimSlashes(prefix) + (path.startsWith('/') ? path : `/${path}`)
}
