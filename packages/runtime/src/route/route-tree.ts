import type { Route } from './route.ts'
import { routeTakes } from './route.ts'

/** One segment deep into the paths of a set of routes. */
interface TreeNode<H> {
  readonly literals: Map<string, TreeNode<H>>
  param: TreeNode<H> | undefined
  /** Routes whose path ends here. */
  readonly exact: Route<H>[]
  /** Routes for this path and all below it: middleware, and patterns that end in a `*` segment. */
  readonly below: Route<H>[]
  /** Routes whose pattern cannot be told segment by segment from here on. */
  readonly irregular: Route<H>[]
  /** In order of registration, those above included: what runs when the path ends here, */
  ending: readonly Route<H>[]
  /** and what runs when it goes on where no child leads. */
  passing: readonly Route<H>[]
}

/**
 * Routes by the segments of their paths. A look-up costs what the path is long, not how many routes there are:
 * every node holds the finished list of what matches at it, so the usual path allocates nothing.
 */
export class RouteTree<H> {
  readonly #root: TreeNode<H> = newNode()

  constructor(routes: readonly Route<H>[]) {
    for (const route of routes) insert(this.#root, route)
    finish(this.#root, [])
  }

  /** The routes that take the path, in order of registration. */
  find(path: string): readonly Route<H>[] {
    let node = this.#root
    let at = 0
    while (node.irregular.length === 0) {
      if (at >= path.length) return node.ending
      let end = path.indexOf('/', at + 1)
      if (end === -1) end = path.length
      const literal =
        path[at] === '/' && node.literals.size > 0 ? node.literals.get(path.slice(at + 1, end)) : undefined
      const param = end > at + 1 && path[at] === '/' ? node.param : undefined
      if (literal !== undefined && param !== undefined) break
      const next = literal ?? param
      if (next === undefined) return node.passing
      node = next
      at = end
    }
    return this.#findAll(path, node, at)
  }

  /** The look-up where more than one branch may match. */
  #findAll(path: string, from: TreeNode<H>, start: number): readonly Route<H>[] {
    const found: Route<H>[] = [...from.passing]
    const visit = (node: TreeNode<H>, at: number): void => {
      if (node !== from) found.push(...node.below)
      for (const route of node.irregular) if (routeTakes(route, path)) found.push(route)
      if (at >= path.length) {
        found.push(...node.exact)
        return
      }
      if (path[at] !== '/') return
      let end = path.indexOf('/', at + 1)
      if (end === -1) end = path.length
      const literal = node.literals.get(path.slice(at + 1, end))
      if (literal !== undefined) visit(literal, end)
      if (node.param !== undefined && end > at + 1) visit(node.param, end)
    }
    visit(from, start)
    return found.sort(byOrder)
  }
}

function newNode<H>(): TreeNode<H> {
  return {
    literals: new Map(),
    param: undefined,
    exact: [],
    below: [],
    irregular: [],
    ending: [],
    passing: [],
  }
}

/** Walks as far as whole segments go, making nodes, and leaves the route where they end. */
function insert<H>(root: TreeNode<H>, route: Route<H>): void {
  const { segments, rest } = segmentsOf(route)
  let node = root
  for (const segment of segments) {
    if (segment === undefined) {
      node.param ??= newNode()
      node = node.param
    } else {
      const known = node.literals.get(segment)
      const child = known ?? newNode<H>()
      if (known === undefined) node.literals.set(segment, child)
      node = child
    }
  }
  if (rest === 'irregular') node.irregular.push(route)
  else if (rest === 'below' || route.method === 'use') node.below.push(route)
  else node.exact.push(route)
}

/** The leading segments that are a literal, or (`undefined`) just a parameter, and what comes after them. */
function segmentsOf(route: Route): { segments: (string | undefined)[]; rest: 'end' | 'below' | 'irregular' } {
  const segments: (string | undefined)[] = []
  const { parts } = route.pattern
  let open: string | undefined
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'literal') {
      const pieces = part.text.split('/')
      // After a parameter the literal must begin a new segment, else both are one.
      if (i === 0 ? pieces[0] !== '' : pieces[0] !== '' || open !== undefined)
        return { segments, rest: 'irregular' }
      segments.push(...pieces.slice(1, -1))
      open = pieces.at(-1)
      continue
    }
    const next = parts[i + 1]
    const whole =
      open === '' && (next === undefined || (next.kind === 'literal' && next.text.startsWith('/')))
    if (whole && part.greedy && part.optional && next === undefined) return { segments, rest: 'below' }
    if (!whole || part.greedy || part.optional) return { segments, rest: 'irregular' }
    segments.push(undefined)
    open = undefined
  }
  if (open !== undefined) segments.push(open)
  return { segments, rest: 'end' }
}

/** Gives every node its finished lists. */
function finish<H>(node: TreeNode<H>, above: readonly Route<H>[]): void {
  node.passing = node.below.length === 0 ? above : [...above, ...node.below].sort(byOrder)
  node.ending = node.exact.length === 0 ? node.passing : [...node.passing, ...node.exact].sort(byOrder)
  for (const child of node.literals.values()) finish(child, node.passing)
  if (node.param !== undefined) finish(node.param, node.passing)
}

function byOrder(a: Route, b: Route): number {
  return a.order - b.order
}
