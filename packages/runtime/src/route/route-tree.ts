import type { Pattern } from './pattern.ts'
import { type Route, routeTakes } from './route.ts'
import { type Found, foundOf, TreeNode } from './tree-node.ts'

const SLASH = 47

/**
 * Routes by the characters of their paths. A look-up costs what the path is long, not how many routes there are: every
 * node holds the finished list of what matches at it, so the usual path allocates nothing.
 */
export class RouteTree<H> {
  readonly #root: TreeNode<H> = new TreeNode('')
  /** Makes of a path what patterns are compared with; `undefined` when that is the path itself. */
  readonly #fold: ((path: string) => string) | undefined

  constructor(routes: readonly Route<H>[], fold?: (path: string) => string) {
    this.#fold = fold
    for (const route of routes) insert(this.#root, route)
    this.#root.finish(foundOf([]))
  }

  /**
   * The routes that take a path, their guards aside.
   * @param end where the path ends for matching: before slashes that do not count.
   */
  find(path: string, end: number = path.length, folded: boolean = this.#fold === undefined): Found<H> {
    let node = this.#root
    let at = 0
    while (!node.isIrregular) {
      if (at >= end) return node.ending
      const code = path.charCodeAt(at)
      const child = node.child(code)
      const same = child === undefined ? 0 : sameLength(child.codes, path, at, end)
      const { param } = node
      if (child !== undefined && same === child.codes.length) {
        if (param !== undefined) break
        node = child
        at += same
        continue
      }
      // Patterns are in lower case. Most paths are too: only one that differs here has to be folded.
      if (!folded && mayFold(path.charCodeAt(at + same))) return this.find(this.#folded(path), end, true)
      if (code === SLASH) return node.passing
      if (param === undefined) return node.leaving
      node = param
      at = endOfSegment(path, at, end)
    }
    return this.#findAll(folded ? path : this.#folded(path), end)
  }

  #folded(path: string): string {
    return this.#fold?.(path) ?? path
  }

  /** The look-up where more than one branch may match. @param path folded. */
  #findAll(path: string, end: number): Found<H> {
    const routes: Route<H>[] = []
    const trimmed = end === path.length ? path : path.slice(0, end)
    const visit = (node: TreeNode<H>, at: number): void => {
      for (const route of node.irregular) if (routeTakes(route, trimmed)) routes.push(route)
      if (at >= end) {
        routes.push(...node.below, ...node.exact)
        return
      }
      const code = path.charCodeAt(at)
      const child = node.child(code)
      if (code === SLASH) routes.push(...node.below)
      if (child !== undefined && sameLength(child.codes, path, at, end) === child.codes.length) {
        visit(child, at + child.codes.length)
      }
      if (node.param !== undefined && code !== SLASH) visit(node.param, endOfSegment(path, at, end))
    }
    visit(this.#root, 0)
    return foundOf(routes)
  }
}

/** How much of a text stands in the path. */
function sameLength(codes: readonly number[], path: string, at: number, end: number): number {
  const most = Math.min(codes.length, end - at)
  let same = 0
  while (same < most && path.charCodeAt(at + same) === codes[same]) same++
  return same
}

function endOfSegment(path: string, from: number, end: number): number {
  // Segments are short: a loop is faster than a call of indexOf.
  let at = from
  while (at < end && path.charCodeAt(at) !== SLASH) at++
  return at
}

/** Whether a character may have another one in lower case. */
function mayFold(code: number): boolean {
  return (code >= 65 && code <= 90) || code >= 128
}

/** What of a pattern the tree knows: literal texts, and (`undefined`) parameters that are whole segments. */
interface Way {
  readonly steps: readonly (string | undefined)[]
  readonly rest: 'exact' | 'below' | 'irregular'
}

/** Walks as far as whole segments go, making nodes, and leaves the route where they end. */
function insert<H>(root: TreeNode<H>, route: Route<H>): void {
  for (const { steps, rest } of waysOf(route.pattern, route.method === 'use')) {
    let node = root
    for (const step of steps) {
      if (step === undefined) node = node.addParam()
      else if (step !== '') node = node.addText(step)
    }
    node[rest].push(route)
  }
}

/** The ways that paths may take to a pattern: one, but for a pattern that ends in an optional segment. */
function waysOf({ parts }: Pattern, prefix: boolean): Way[] {
  const rest = prefix ? 'below' : 'exact'
  const steps: (string | undefined)[] = []
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'literal') {
      steps.push(part.text)
      continue
    }
    const before = steps.pop() ?? ''
    const next = parts[i + 1]
    const whole =
      before.endsWith('/') && (next === undefined || (next.kind === 'literal' && next.text.startsWith('/')))
    if (whole && part.optional && next === undefined) {
      const above = { steps: [...steps, before.slice(0, -1)], rest: 'below' } as const
      if (part.greedy || prefix) return [above]
      const empty = [...steps, before]
      return [
        { ...above, rest },
        { steps: empty, rest },
        { steps: [...empty, undefined], rest },
      ]
    }
    if (!whole || part.greedy || part.optional) {
      const boundary = before.slice(0, Math.max(before.lastIndexOf('/'), 0))
      return [{ steps: [...steps, boundary], rest: 'irregular' }]
    }
    steps.push(before, undefined)
  }
  return [{ steps, rest }]
}
