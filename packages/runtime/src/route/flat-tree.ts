import { FoundRoutes } from './found-routes.ts'
import { endOfSegment } from './param-value.ts'
import { type Route, routeTakes } from './route.ts'
import { TreeNode } from './tree-node.ts'

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
/** Nodes by number; 0, which is the root, for none: that of the parameter, */
const paramNode = 5
/** that of the parameter that may stand in the same place as this node's text, */
const besideNode = 6
/** and that which goes on where this one's irregular routes have to be asked before. */
const nextNode = 7

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
    this.#write(root, new FoundRoutes<H>([]), 0, written)
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
    return this.#walk(0, 0, path, end, this.#fold === undefined) ?? this.#refind(path, end)
  }

  #refind(path: string, end: number): FoundRoutes<H> {
    return this.#walk(0, 0, this.#fold?.(path) ?? path, end, true) ?? new FoundRoutes([])
  }

  /**
   * Adds a node and all below it.
   * @param above what runs for every path that gets here.
   * @param beside see `besideNode`.
   * @returns its number.
   */
  #write(node: TreeNode<H>, above: FoundRoutes<H>, beside: number, written: WrittenTree): number {
    const { nodes, texts } = written
    const start = texts.length
    for (let i = 1; i < node.text.length; i++) texts.push(node.text.charCodeAt(i))
    const id = this.#ending.length
    const at = id << nodeBits
    nodes.push(start, texts.length, 0, 0, 0, 0, beside, 0)
    const passing = above.with(node.below)
    this.#leaving.push(above)
    this.#passing.push(passing)
    this.#ending.push(passing.with(node.exact))
    this.#irregular.push(node.irregular)
    if (node.irregular.length > 0) {
      // This node leads nowhere, so that the walk ends at it and need not look for irregular routes at every step.
      const { exact, below, children, param } = node
      const rest = Object.assign(new TreeNode<H>(''), { exact, below, children, param })
      nodes[at + nextNode] = this.#write(rest, above, 0, written)
      return id
    }
    const param = node.param === undefined ? 0 : this.#write(node.param, above, 0, written)
    nodes[at + paramNode] = param
    this.#writeChildren(node, at, { above, passing, param }, written)
    return id
  }

  #writeChildren(
    { children }: TreeNode<H>,
    at: number,
    { above, passing, param }: { above: FoundRoutes<H>; passing: FoundRoutes<H>; param: number },
    written: WrittenTree,
  ): void {
    const codes = [...children.keys()]
    if (codes.length === 0) return
    const first = Math.min(...codes)
    const count = Math.max(...codes) - first + 1
    const start = written.children.length
    for (let i = 0; i < count; i++) written.children.push(0)
    written.nodes[at + firstCode] = first
    written.nodes[at + codeCount] = count
    written.nodes[at + childStart] = start
    for (const [code, child] of children) {
      const slash = code === SLASH
      written.children[start + code - first] = this.#write(
        child,
        slash ? passing : above,
        slash ? 0 : param,
        written,
      )
    }
  }

  /** @returns `undefined` when the path has to be folded for an answer. */
  #walk(start: number, from: number, path: string, end: number, folded: boolean): FoundRoutes<H> | undefined {
    const nodes = this.#nodes
    const texts = this.#texts
    let id = start
    let at = from
    while (at < end) {
      const node = id << nodeBits
      const code = path.charCodeAt(at)
      const place = code - (nodes[node + firstCode] ?? 0)
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
            if (nodes[(child << nodeBits) + besideNode] !== 0)
              return this.#both(child, next, at, path, end, folded)
            id = child
            at = next
            continue
          }
        }
      }
      const param = nodes[node + paramNode] ?? 0
      if (param === 0 || code === SLASH || (!folded && mayFold(path.charCodeAt(next)))) {
        if (nodes[node + nextNode] !== 0) return this.#irregularly(id, at, path, end, folded)
        // Patterns are in lower case. Most paths are too: only one that differs here has to be folded.
        if (!folded && mayFold(path.charCodeAt(next))) return undefined
        return code === SLASH ? this.#passing[id] : this.#leaving[id]
      }
      id = param
      at = endOfSegment(path, at, end)
    }
    return nodes[(id << nodeBits) + nextNode] === 0
      ? this.#ending[id]
      : this.#irregularly(id, at, path, end, folded)
  }

  /** Asks the irregular routes of a node, then walks on. */
  #irregularly(
    id: number,
    at: number,
    path: string,
    end: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    if (!folded) return undefined
    const trimmed = end === path.length ? path : path.slice(0, end)
    const taken = this.#irregular[id]?.filter((route) => routeTakes(route, trimmed)) ?? []
    return this.#walk(this.#nodes[(id << nodeBits) + nextNode] ?? 0, at, path, end, folded)?.with(taken)
  }

  /** Goes both ways: the text of a child stands in the path up to `next`, and a parameter does from `at` on. */
  #both(
    child: number,
    next: number,
    at: number,
    path: string,
    end: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    const literal = this.#walk(child, next, path, end, folded)
    const param = this.#nodes[(child << nodeBits) + besideNode] ?? 0
    const other = this.#walk(param, endOfSegment(path, at, end), path, end, folded)
    return other && literal?.join(other)
  }
}

/** Whether a character may have another one in lower case. */
function mayFold(code: number): boolean {
  return (code >= 65 && code <= 90) || code >= 128
}
