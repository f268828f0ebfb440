import type { Route } from './route.ts'

// The limit of cached joins per list. Route tables need few; the limit is for unusual ones.
const maxPairs = 256

/** The routes that match a path, in order of registration. Computed once and shared by all look-ups. */
export class FoundRoutes<H> {
  readonly routes: readonly Route<H>[]
  /** Some routes have guards, which the tree does not check. */
  readonly guarded: boolean
  /** The last route, which usually sends the response. */
  readonly last: Route<H> | undefined
  #joined: Map<FoundRoutes<H>, FoundRoutes<H>> | undefined = undefined

  /** @param routes are sorted and deduplicated. */
  constructor(routes: Iterable<Route<H>>) {
    this.routes = [...new Set(routes)].sort((a, b) => a.order - b.order)
    this.last = this.routes.at(-1)
    this.guarded = this.routes.some((route) => route.guards !== undefined)
  }

  /** These routes plus others. */
  with(routes: readonly Route<H>[]): FoundRoutes<H> {
    return routes.length === 0 ? this : new FoundRoutes([...this.routes, ...routes])
  }

  /** The union of two lists, for a path that matches two branches of the tree. */
  join(other: FoundRoutes<H>): FoundRoutes<H> {
    if (other === this) return this
    this.#joined ??= new Map()
    const known = this.#joined.get(other)
    if (known !== undefined) return known
    const joined = this.#union(other)
    if (this.#joined.size < maxPairs) this.#joined.set(other, joined)
    return joined
  }

  #union(other: FoundRoutes<H>): FoundRoutes<H> {
    if (other.routes.every((route) => this.routes.includes(route))) return this
    if (this.routes.every((route) => other.routes.includes(route))) return other
    return this.with(other.routes)
  }
}
