import { FoundRoutes } from './found-routes.ts'
import { endOfSegment } from './param-value.ts'
import { type Route, routeTakes } from './route.ts'
import type { TreeNode } from './tree-node.ts'

const SLASH = 47

// What is known of a node, by its place among the eight numbers that each has.
const nodeBits = 3
/** Where the characters after the first of its text begin, and end, in `texts`. */
const textStart = 0
const textEnd = 1
/** The first character that a child begins with, how many from there on have a place, and the first place. */
const firstCode = 2
const codeCount = 3
const childStart = 4
/** The node of the parameter; 0, which is the root, for none. */
const paramNode = 5
const irregularMark = 6

/** The numbers of a tree while it is made. */
interface WrittenTree {
  readonly nodes: number[]
  readonly children: number[]
  readonly texts: number[]
}

/**
 * Routes by the characters of their paths. A look-up costs what the path is long, not how many routes there are: every
 * node has the finished list of what matches at it, so the usual path allocates nothing.
 *
 * The nodes are numbers in arrays. A look-up among 1000 routes reads memory that has been used for other things since the
 * last one: with objects for nodes, each with arrays of its own, it took 1.3 to 1.5 times what one among 10 took.
 */
export class FlatTree<H> {
  readonly #nodes: Int32Array
  readonly #children: Int32Array
  readonly #texts: Uint16Array
  /** Finished lists by node, those of the nodes above included: what runs when the path ends here, */
  readonly #ending: FoundRoutes<H>[] = []
  /** when it goes on with a slash where no child leads, */
  readonly #passing: FoundRoutes<H>[] = []
  /** and when it goes on with anything else. */
  readonly #leaving: FoundRoutes<H>[] = []
  readonly #irregular: (readonly Route<H>[])[] = []

  /** Makes of a path what patterns are compared with; `undefined` when that is the path itself. */
  readonly #fold: ((path: string) => string) | undefined

  constructor(root: TreeNode<H>, fold?: (path: string) => string) {
    const written: WrittenTree = { nodes: [], children: [0], texts: [] }
    this.#write(root, new FoundRoutes<H>([]), written)
    this.#nodes = Int32Array.from(written.nodes)
    this.#children = Int32Array.from(written.children)
    this.#texts = Uint16Array.from(written.texts)
    this.#fold = fold
  }

  /**
   * The routes that take a path, their guards aside.
   * @param end where the path ends for matching: before slashes that do not count.
   */
  find(path: string, end: number): FoundRoutes<H> {
    return this.#enter(0, 0, path, end, this.#fold === undefined) ?? this.#refind(path, end)
  }

  #refind(path: string, end: number): FoundRoutes<H> {
    return this.#enter(0, 0, this.#fold?.(path) ?? path, end, true) ?? new FoundRoutes([])
  }

  /** Adds a node and all below it. @param above what runs for every path that gets here. @returns its number. */
  #write(node: TreeNode<H>, above: FoundRoutes<H>, written: WrittenTree): number {
    const { nodes, children, texts } = written
    const id = this.#ending.length
    const passing = above.with(node.below)
    this.#leaving.push(above)
    this.#passing.push(passing)
    this.#ending.push(passing.with(node.exact))
    this.#irregular.push(node.irregular)
    const codes = [...node.children.keys()].sort((a, b) => a - b)
    const first = codes[0] ?? 0
    const count = codes.length === 0 ? 0 : (codes.at(-1) ?? 0) - first + 1
    const places = children.length
    const start = texts.length
    for (let i = 0; i < count; i++) children.push(0)
    for (let i = 1; i < node.text.length; i++) texts.push(node.text.charCodeAt(i))
    nodes.push(start, texts.length, first, count, places, 0, node.irregular.length, 0)
    for (const [code, child] of node.children) {
      const below = child.text.startsWith('/') ? passing : above
      children[places + code - first] = this.#write(child, below, written)
    }
    if (node.param !== undefined)
      nodes[(id << nodeBits) + paramNode] = this.#write(node.param, above, written)
    return id
  }

  /** @returns `undefined` when the path has to be folded for an answer. */
  #enter(id: number, at: number, path: string, end: number, folded: boolean): FoundRoutes<H> | undefined {
    if (this.#nodes[(id << nodeBits) + irregularMark] === 0) return this.#walk(id, at, path, end, folded)
    if (!folded) return undefined
    const trimmed = end === path.length ? path : path.slice(0, end)
    const taken = this.#irregular[id]?.filter((route) => routeTakes(route, trimmed)) ?? []
    return this.#walk(id, at, path, end, folded)?.with(taken)
  }

  /** @param start a node to walk on from, whose irregular routes have been seen to. */
  #walk(start: number, from: number, path: string, end: number, folded: boolean): FoundRoutes<H> | undefined {
    const nodes = this.#nodes
    const texts = this.#texts
    let id = start
    let at = from
    while (at < end) {
      const node = id << nodeBits
      const code = path.charCodeAt(at)
      const place = code - (nodes[node + firstCode] ?? 0)
      const param = nodes[node + paramNode] ?? 0
      let next = at
      if (place >= 0 && place < (nodes[node + codeCount] ?? 0)) {
        const child = this.#children[(nodes[node + childStart] ?? 0) + place] ?? 0
        if (child !== 0) {
          next++
          let i = nodes[(child << nodeBits) + textStart] ?? 0
          const stop = nodes[(child << nodeBits) + textEnd] ?? 0
          while (i < stop && next < end && path.charCodeAt(next) === texts[i]) {
            i++
            next++
          }
          if (i === stop) {
            if (param !== 0 && code !== SLASH) return this.#both(child, next, param, at, path, end, folded)
            id = child
            at = next
            if (nodes[(id << nodeBits) + irregularMark] !== 0) return this.#enter(id, at, path, end, folded)
            continue
          }
        }
      }
      // Patterns are in lower case. Most paths are too: only one that differs here has to be folded.
      if (!folded && mayFold(path.charCodeAt(next))) return undefined
      if (code === SLASH) return this.#passing[id]
      if (param === 0) return this.#leaving[id]
      id = param
      at = endOfSegment(path, at, end)
      if (nodes[(id << nodeBits) + irregularMark] !== 0) return this.#enter(id, at, path, end, folded)
    }
    return this.#ending[id]
  }

  /** Goes both ways: a literal stands at `next` and a parameter does from `at` on. */
  #both(
    child: number,
    next: number,
    param: number,
    at: number,
    path: string,
    end: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    const literal = this.#enter(child, next, path, end, folded)
    const other = this.#enter(param, endOfSegment(path, at, end), path, end, folded)
    return other && literal?.join(other)
  }
}

/** Whether a character may have another one in lower case. */
function mayFold(code: number): boolean {
  return (code >= 65 && code <= 90) || code >= 128
}
