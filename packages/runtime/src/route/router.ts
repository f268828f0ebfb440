import { sentForm } from '@ctxgen/core/path-form'
import { decodePercent } from '@ctxgen/core/percent'
import { type CustomConstraint, checkCustom } from './constraint.ts'
import type { FlatTree } from './flat-tree.ts'
import { endOfMatch } from './match-pattern.ts'
import { placeOf } from './param-places.ts'
import type { Pattern, RouterOptions } from './pattern.ts'
import { foldCase, trimSlashes } from './pattern.ts'
import {
  endOfPath,
  newPrefix,
  newRoute,
  paramValue,
  passesGuards,
  type Route,
  type RouteLimits,
  type RouteMethod,
  type RoutePrefix,
  type RouteScope,
  routeBelow,
  takesEveryPath,
} from './route.ts'
import { treeOf } from './route-tree.ts'

/** A router mounted below a prefix. */
interface Mount<H> {
  readonly prefix: RoutePrefix
  readonly router: Router<H>
}

const none: readonly never[] = []

/** The routes of an app, and the look-up of those that match a request. */
export class Router<H> {
  readonly #options: RouterOptions
  readonly #constraints = new Map<string, CustomConstraint>()
  readonly #scope: RouteScope
  readonly #entries: (Route<H> | Mount<H>)[] = []
  /** The routers in which this one is mounted. */
  readonly #outer = new Set<Router<H>>()
  /** All routes, with those of mounted routers in place. Rebuilt after an addition. */
  #routes: readonly Route<H>[] | undefined
  #hasBodyLimits: boolean | undefined
  #fallback: Route<H> | undefined
  /** The fallbacks of this router and of mounted ones. Rebuilt after an addition. */
  #fallbacks: readonly Route<H>[] | undefined
  #fallbackTree: FlatTree<H> | undefined
  /** The methods with routes of their own. */
  #methods: ReadonlySet<RouteMethod> = new Set()
  /** Built on the first request of each method. */
  readonly #byMethod = new Map<string, FlatTree<H>>()
  /** The tree of GET, the most frequent method. */
  #get: FlatTree<H> | undefined
  #endpoints: FlatTree<H> | undefined
  /** The tree of the last look-up. */
  #asked: FlatTree<H> | undefined
  #lookUps = 0
  #form = ''
  /** A pattern has `#` or `\`. For any other, a path with the bare character need not be rewritten. */
  #hasBare = false

  constructor(options: RouterOptions) {
    this.#options = options
    this.#scope = { options, constraints: this.#constraints, places: new Map() }
  }

  /** Whether a route exists for exactly this method. */
  hasMethod(method: string): boolean {
    return this.routes.some((route) => route.method === method)
  }

  /** All routes, in order of registration. */
  get routes(): readonly Route<H>[] {
    this.#routes ??= this.#collect()
    return this.#routes
  }

  get hasBodyLimits(): boolean {
    this.#hasBodyLimits ??= this.routes.some(({ limits }) => limits?.bodyLimit !== undefined)
    return this.#hasBodyLimits
  }

  /**
   * @param readsFirst the body is read before the first handler, also of middleware.
   * @throws TypeError for an invalid pattern.
   */
  add(
    method: RouteMethod,
    path: string,
    handlers: readonly H[],
    limits?: RouteLimits,
    body?: true | 'stream',
  ): Route<H> {
    const route = newRoute(method, path, handlers, this.#scope)
    route.limits = limits
    if (body !== undefined) route.readsAt = body === true ? 0 : -1
    route.takesStream = body === 'stream'
    this.#entries.push(route)
    this.#change()
    return route
  }

  /**
   * Mounts another router below a prefix, including its later routes. They match by this router's settings.
   * @throws TypeError for an invalid prefix, or a cycle.
   */
  mount(prefix: string, router: Router<H>): void {
    if (router === this || router.#contains(this)) throw new TypeError('an app cannot be mounted in itself')
    this.#entries.push({ prefix: newPrefix(prefix, this.#scope), router })
    router.#outer.add(this)
    this.#change()
  }

  /** Sets the handler for paths that no route takes. */
  addFallback(handler: H): void {
    this.#fallback = newRoute('use', '', [handler], this.#scope)
    this.#change()
  }

  get hasFallbacks(): boolean {
    return this.#allFallbacks().length > 0
  }

  /** The fallback for a path: that of the innermost mounted router that has one. */
  fallback(path: string): Route<H> | undefined {
    this.#fallbackTree ??= this.#treeOf(this.#allFallbacks())
    const found = this.#findIn(this.#fallbackTree, path)
    return found.reduce<Route<H> | undefined>(
      (best, route) => (best !== undefined && best.path.length >= route.path.length ? best : route),
      undefined,
    )
  }

  /** Adds a constraint for patterns registered later. @throws TypeError for an invalid constraint. */
  addConstraint(constraint: CustomConstraint): void {
    checkCustom(constraint)
    this.#constraints.set(constraint.name, constraint)
  }

  /** The first route with a name. */
  named(name: string): Route<H> | undefined {
    return name === '' ? undefined : this.routes.find((route) => route.name === name)
  }

  /** Folds case and removes trailing slashes according to the settings, for comparison with patterns. */
  fold(path: string): string {
    const folded = this.#options.caseSensitive ? path : foldCase(path)
    const end = endOfPath(folded, this.#options)
    return end === folded.length ? folded : folded.slice(0, end)
  }

  /**
   * The routes that match a request, in order of registration: the first one runs, `next()` runs the following one.
   * @param path as sent, or any form.
   */
  find(method: string, path: string): readonly Route<H>[] {
    if (method === 'GET' && this.#get !== undefined) return this.#findIn(this.#get, path)
    return this.#findIn(this.#byMethod.get(method) ?? this.#prepare(method), path)
  }

  /** The number of the last look-up. */
  get lookUp(): number {
    return this.#lookUps
  }

  /** The form of the path of the last look-up, in which `param` finds its values. */
  get form(): string {
    return this.#form
  }

  /**
   * The value of a parameter in the form of a matching path, percent-decoded; `undefined` when the route has no such
   * parameter, `""` when it is absent in the path.
   * @param lookUp the number of the look-up that found the route. The last look-up has recorded the positions of
   * values.
   */
  param(route: Route<H>, name: string, path: string, lookUp: number = -1): string | undefined {
    const options = this.#options
    const place =
      placeOf(route.places, name) ??
      (options.caseSensitive ? undefined : placeOf(route.places, foldCase(name)))
    if (place === undefined) return undefined
    if (lookUp === this.#lookUps && route.places.segments) {
      const tree = this.#asked
      const value = tree?.walkedValue(route, place, path)
      if (value !== undefined) return tree?.hasEscapes ? decodePercent(value) : value
    }
    return paramValue(route, place, path, options)
  }

  /**
   * The part of a path's form that middleware for a path takes, without trailing slashes: the path of its mount.
   * `""` for middleware of every path, and for a pattern with a wildcard.
   */
  mountOf({ method, pattern }: Route<H>, form: string): string {
    if (method !== 'use' || pattern.parts.some((part) => part.kind === 'param' && part.greedy)) return ''
    const end = endOfMatch(pattern, this.#options.caseSensitive ? form : foldCase(form), [])
    return trimSlashes(form.slice(0, Math.max(end, 0)))
  }

  /** The routes that match every path, also for a target that is not a path: `OPTIONS *`. */
  everywhere(method: string): readonly Route<H>[] {
    return this.#reachableBy(method).filter(takesEveryPath)
  }

  /** The methods with a route for a path, for the Allow header; empty when no route matches. */
  allowed(path: string): readonly string[] {
    this.#endpoints ??= this.#treeOf(this.routes.filter((route) => route.method !== 'use'))
    const found = this.#findIn(this.#endpoints, path)
    if (found.length === 0) return none
    const methods = new Set<string>()
    for (const { method } of found) {
      for (const name of method === 'all' ? everyMethod : [method]) {
        methods.add(name)
        if (name === 'GET' && !this.#options.disableHeadAutoRegister) methods.add('HEAD')
      }
    }
    return [...methods]
  }

  #findIn(tree: FlatTree<H>, path: string): readonly Route<H>[] {
    const options = this.#options
    this.#asked = tree
    this.#lookUps = (this.#lookUps + 1) | 0
    this.#form = path
    const known = tree.exactly(path)
    if (known !== undefined) return known
    const form = this.#hasBare || path.indexOf('%') !== -1 ? sentForm(path) : path
    this.#form = form
    const found = tree.find(form, endOfPath(form, options))
    if (!found.guarded) return found.routes
    const passes = (route: Route<H>): boolean => passesGuards(route, form, options)
    return found.routes.every(passes) ? found.routes : found.routes.filter(passes)
  }

  #collect(): Route<H>[] {
    const routes: Route<H>[] = []
    for (const entry of this.#entries) {
      if (!('router' in entry)) {
        routes.push(entry)
        continue
      }
      const start = routes.length
      const below = entry.router.routes
      for (const route of below) {
        const moved = routeBelow(entry.prefix, route, this.#scope)
        moved.end = start + Math.min(route.end, below.length)
        routes.push(moved)
      }
    }
    for (const [order, route] of routes.entries()) route.order = order
    this.#hasBare = routes.some(({ pattern }) => hasBare(pattern))
    return routes
  }

  #allFallbacks(): readonly Route<H>[] {
    if (this.#fallbacks !== undefined) return this.#fallbacks
    const all = this.#fallback === undefined ? [] : [this.#fallback]
    for (const entry of this.#entries) {
      if (!('router' in entry)) continue
      for (const route of entry.router.#allFallbacks()) all.push(routeBelow(entry.prefix, route, this.#scope))
    }
    for (const [order, route] of all.entries()) route.order = order
    this.#fallbacks = all
    return all
  }

  #contains(other: Router<H>): boolean {
    return this.#entries.some(
      (entry) => 'router' in entry && (entry.router === other || entry.router.#contains(other)),
    )
  }

  #change(): void {
    this.#routes = undefined
    this.#hasBodyLimits = undefined
    this.#fallbacks = undefined
    this.#fallbackTree = undefined
    this.#endpoints = undefined
    this.#byMethod.clear()
    this.#get = undefined
    for (const outer of this.#outer) outer.#change()
  }

  #prepare(method: string): FlatTree<H> {
    if (this.#byMethod.size === 0) {
      this.#methods = new Set([...this.routes.map((route) => route.method), 'HEAD', 'TRACE'])
    }
    // Methods without routes share one entry, so that invented methods cost no memory.
    const key = this.#methods.has(method) ? method : ''
    const tree = this.#byMethod.get(key) ?? this.#treeOf(this.#reachableBy(key))
    this.#byMethod.set(key, tree)
    if (key === 'GET') this.#get = tree
    return tree
  }

  #treeOf(routes: readonly Route<H>[]): FlatTree<H> {
    return treeOf(routes, this.#options.caseSensitive ? undefined : foldCase)
  }

  #reachableBy(method: string): Route<H>[] {
    // TRACE reflects the request, so it needs a route of its own.
    const open = method === 'TRACE' ? ['use', method] : ['use', 'all', method]
    if (method !== 'HEAD' || this.#options.disableHeadAutoRegister) {
      return this.routes.filter((route) => open.includes(route.method))
    }
    const own = new Set<string>()
    for (const route of this.routes) if (route.method === 'HEAD') own.add(this.#keyOf(route))
    return this.routes.filter((route) =>
      route.method === 'GET' ? !own.has(this.#keyOf(route)) : open.includes(route.method),
    )
  }

  /** Equal for routes with the same pattern in other spelling. */
  #keyOf({ pattern }: Route<H>): string {
    return this.fold(JSON.stringify(pattern.parts))
  }
}

function hasBare({ parts }: Pattern): boolean {
  return parts.some((part) => part.kind === 'literal' && /%(?:23|5c)/i.test(part.text))
}

/** The methods of `all`, as listed in Allow. */
const everyMethod: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'PATCH']
