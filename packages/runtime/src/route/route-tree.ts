import { FoundRoutes } from './found-routes.ts'
import { endOfSegment } from './param-text.ts'
import type { Pattern } from './pattern.ts'
import { type Route, routeTakes } from './route.ts'
import { TreeNode } from './tree-node.ts'

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
    this.#root.finish(new FoundRoutes([]))
  }

  /**
   * The routes that take a path, their guards aside.
   * @param end where the path ends for matching: before slashes that do not count.
   */
  find(path: string, end: number = path.length): FoundRoutes<H> {
    return this.#enter(this.#root, 0, path, end, this.#fold === undefined)
  }

  #enter(node: TreeNode<H>, at: number, path: string, end: number, folded: boolean): FoundRoutes<H> {
    if (!node.isIrregular) return this.#walk(node, at, path, end, folded)
    if (!folded) return this.#refind(path, end)
    const trimmed = end === path.length ? path : path.slice(0, end)
    const taken = node.irregular.filter((route) => routeTakes(route, trimmed))
    return this.#walk(node, at, path, end, folded).with(taken)
  }

  /** @param start a node to walk on from, whose irregular routes have been seen to. */
  #walk(start: TreeNode<H>, from: number, path: string, end: number, folded: boolean): FoundRoutes<H> {
    let node = start
    let at = from
    while (at < end) {
      const code = path.charCodeAt(at)
      const child = node.child(code)
      const { param } = node
      const same = child === undefined ? 0 : child.sameLength(path, at, end)
      if (child !== undefined && same === child.codes.length) {
        if (param !== undefined && code !== SLASH) {
          const literal = this.#enter(child, at + same, path, end, folded)
          return literal.join(this.#enter(param, endOfSegment(path, at, end), path, end, folded))
        }
        node = child
        at += same
      } else {
        // Patterns are in lower case. Most paths are too: only one that differs here has to be folded.
        if (!folded && mayFold(path.charCodeAt(at + same))) return this.#refind(path, end)
        if (code === SLASH) return node.passing
        if (param === undefined) return node.leaving
        node = param
        at = endOfSegment(path, at, end)
      }
      if (node.isIrregular) return this.#enter(node, at, path, end, folded)
    }
    return node.ending
  }

  #refind(path: string, end: number): FoundRoutes<H> {
    return this.#enter(this.#root, 0, this.#fold?.(path) ?? path, end, true)
  }
}

/** Whether a character may have another one in lower case. */
function mayFold(code: number): boolean {
  return (code >= 65 && code <= 90) || code >= 128
}

/** What of a pattern the tree knows: literal texts, and (`undefined`) parameters that end with their segment. */
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
    const toEnd = next === undefined || (next.kind === 'literal' && next.text.startsWith('/'))
    if (before.endsWith('/') && part.optional && next === undefined) {
      const above = { steps: [...steps, before.slice(0, -1)], rest: 'below' } as const
      if (part.greedy || prefix) return [above]
      const empty = [...steps, before]
      return [
        { ...above, rest },
        { steps: empty, rest },
        { steps: [...empty, undefined], rest },
      ]
    }
    if (before === '' || !toEnd || part.greedy || part.optional) {
      const boundary = before.slice(0, Math.max(before.lastIndexOf('/'), 0))
      return [{ steps: [...steps, boundary], rest: 'irregular' }]
    }
    steps.push(before, undefined)
  }
  return [{ steps, rest }]
}
