import { paramPlaces } from './param-places.ts'
import { foldCase, type PatternOptions, parsePattern } from './pattern.ts'
import type { Route, RouteMethod } from './route.ts'
import { RouteTree } from './route-tree.ts'

/** How paths are compared. */
export interface RouterOptions extends PatternOptions {
  /** A GET route does not answer HEAD. */
  readonly disableHeadAutoRegister: boolean
}

/** The routes that one request method can reach. */
interface MethodRoutes<H> {
  readonly tree: RouteTree<H>
  /** What the tree finds for each path that a route spells out. */
  readonly statics: ReadonlyMap<string, readonly Route<H>[]>
}

const none: readonly never[] = []

/** The routes of an app, and which of them a request meets. */
export class Router<H> {
  readonly #options: RouterOptions
  readonly #routes: Route<H>[] = []
  /** The methods that have routes of their own. */
  readonly #methods = new Set<RouteMethod>(['HEAD', 'TRACE'])
  /** Made on the first request of a method, and again when a route was added since. */
  readonly #byMethod = new Map<string, MethodRoutes<H>>()
  #endpoints: RouteTree<H> | undefined

  constructor(options: RouterOptions) {
    this.#options = options
  }

  /** The routes in order of registration. */
  get routes(): readonly Route<H>[] {
    return this.#routes
  }

  add(method: RouteMethod, path: string, handlers: readonly H[]): Route<H> {
    const rooted = path.startsWith('/') ? path : `/${path}`
    const middleware = method === 'use'
    const options = middleware ? { ...this.#options, strictRouting: false } : this.#options
    const pattern = parsePattern(rooted, options)
    const places = paramPlaces(pattern, this.#options.caseSensitive)
    const order = this.#routes.length
    const route: Route<H> = { method, path: rooted, pattern, places, handlers, order, name: '' }
    this.#routes.push(route)
    this.#methods.add(method)
    this.#byMethod.clear()
    this.#endpoints = undefined
    return route
  }

  /** The path as patterns are compared with it: folded and without slashes at its end, as the settings say. */
  fold(path: string): string {
    const folded = this.#options.caseSensitive ? path : foldCase(path)
    if (this.#options.strictRouting) return folded
    let end = folded.length
    while (end > 0 && folded.charCodeAt(end - 1) === 47) end--
    return end === folded.length ? folded : folded.slice(0, end)
  }

  /** The routes a request meets, in order of registration: the first runs, `next()` goes on to the others. */
  find(method: string, path: string): readonly Route<H>[] {
    const reachable = this.#byMethod.get(method) ?? this.#prepare(method)
    // Most requests spell a static path as the app does: then nothing needs folding.
    const known = reachable.statics.get(path)
    if (known !== undefined) return known
    const folded = this.fold(path)
    const alike = folded === path ? undefined : reachable.statics.get(folded)
    return alike ?? reachable.tree.find(folded)
  }

  /** The methods that have a route of their own for a path, for the Allow header; empty when no route knows the path. */
  allowed(path: string): readonly string[] {
    this.#endpoints ??= new RouteTree(this.#routes.filter((route) => route.method !== 'use'))
    const found = this.#endpoints.find(this.fold(path))
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

  #prepare(method: string): MethodRoutes<H> {
    // Methods without routes share one entry, so a client's inventions cost nothing.
    const key = this.#methods.has(method) ? method : ''
    const prepared = this.#byMethod.get(key) ?? newMethodRoutes(this.#reachableBy(key))
    this.#byMethod.set(key, prepared)
    return prepared
  }

  #reachableBy(method: string): Route<H>[] {
    // TRACE shows the request to whoever asks: only a route of its own answers it.
    const open = method === 'TRACE' ? ['use', method] : ['use', 'all', method]
    if (method !== 'HEAD' || this.#options.disableHeadAutoRegister) {
      return this.#routes.filter((route) => open.includes(route.method))
    }
    const own = new Set<string>()
    for (const route of this.#routes) if (route.method === 'HEAD') own.add(this.fold(route.path))
    return this.#routes.filter((route) =>
      route.method === 'GET' ? !own.has(this.fold(route.path)) : open.includes(route.method),
    )
  }
}

function newMethodRoutes<H>(routes: readonly Route<H>[]): MethodRoutes<H> {
  const tree = new RouteTree(routes)
  const statics = new Map<string, readonly Route<H>[]>()
  for (const { method, pattern } of routes) {
    const path = staticPath(pattern.parts)
    if (path !== undefined && method !== 'use') statics.set(path, tree.find(path))
  }
  const root = statics.get('')
  if (root !== undefined) statics.set('/', root)
  return { tree, statics }
}

/** The methods that `all` answers, as Allow lists them. */
export const everyMethod: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'PATCH',
]

/** The one path a pattern without parameters takes. */
function staticPath(parts: Route['pattern']['parts']): string | undefined {
  const [first, second] = parts
  if (second !== undefined || first?.kind === 'param') return undefined
  return first?.text ?? ''
}
