import type { Route } from './route.ts'

// Pairs of lists that meet, kept for each list. A table of routes has few; the bound is against odd ones.
const mostPairs = 256

/** The routes that a path meets, in order of registration. Made once and shared by all look-ups that end so. */
export class FoundRoutes<H> {
  readonly routes: readonly Route<H>[]
  /** Some of them ask more of the parameters' values than the tree knows. */
  readonly guarded: boolean
  /** The last of them, which is the one that answers as a rule. */
  readonly last: Route<H> | undefined
  #joined: Map<FoundRoutes<H>, FoundRoutes<H>> | undefined = undefined

  /** @param routes put in order here, each once. */
  constructor(routes: Iterable<Route<H>>) {
    this.routes = [...new Set(routes)].sort((a, b) => a.order - b.order)
    this.last = this.routes.at(-1)
    this.guarded = this.routes.some((route) => route.guards !== undefined)
  }

  /** These routes and others. */
  with(routes: readonly Route<H>[]): FoundRoutes<H> {
    return routes.length === 0 ? this : new FoundRoutes([...this.routes, ...routes])
  }

  /** Both of two lists, where a path takes two ways through the tree. */
  join(other: FoundRoutes<H>): FoundRoutes<H> {
    if (other === this) return this
    this.#joined ??= new Map()
    const known = this.#joined.get(other)
    if (known !== undefined) return known
    const joined = this.#union(other)
    if (this.#joined.size < mostPairs) this.#joined.set(other, joined)
    return joined
  }

  #union(other: FoundRoutes<H>): FoundRoutes<H> {
    if (other.routes.every((route) => this.routes.includes(route))) return this
    if (this.routes.every((route) => other.routes.includes(route))) return other
    return this.with(other.routes)
  }
}
