import { ExactPaths } from './exact-paths.ts'
import { FoundRoutes } from './found-routes.ts'
import { maxSegments } from './param-places.ts'
import { endOfSegment, type Route, routeTakes } from './route.ts'
import { TreeNode } from './tree-node.ts'

const SLASH = 47
const PERCENT = 37

// The layout of a node, as offsets from its start; node 0 means none. The first number is the length of its text (at
// least 1) times four, plus these two flags:
/** A parameter may match at the same place. */
const hasBeside = 1
/** The node has irregular routes. */
const hasIrregular = 2
/** The lowest first character of the children, plus 65536 times the number of further slots. */
const codesOfNode = 1
/** The node of a parameter that may follow. */
const paramNode = 2
/** The lists for a path that ends at the node, continues with a slash, or continues with any other character. */
const ending = 3
const passing = 4
const leaving = 5
/** The text without its first character, followed by the slots. */
const textOfNode = 6

/** The start of the first node. */
const root = 1

/** The empty list. */
const noRoutes = 0

/** The irregular routes of a node, which are checked before the walk continues. */
interface Irregular<H> {
  readonly routes: readonly Route<H>[]
  /** The same node without irregular routes. */
  readonly rest: number
}

/**
 * Routes in a tree by the characters of their paths. The time of a look-up depends on the length of the path, not on
 * the number of routes. Every node has a precomputed list of its matches, so the usual look-up allocates nothing.
 *
 * The nodes are numbers in one array, for the processor's cache: with a node object and its arrays, a look-up among
 * 1000 routes took 1.3 to 1.5 times as long as one among 10.
 */
export class FlatTree<H> {
  readonly #nodes: Int32Array
  /** Precomputed lists, including those of the parent nodes. */
  readonly #lists: FoundRoutes<H>[] = [new FoundRoutes([])]
  /** By node. */
  readonly #irregular = new Map<number, Irregular<H>>()
  /** By the character after the first slash, if it is in lower case: 0 when no route continues with it. */
  readonly #beginnings: Uint8Array
  /** The node after the first slash; the root when there is none. */
  readonly #behindSlash: number
  /** The result for a path whose beginning matches no route. */
  readonly #outside: FoundRoutes<H>
  /** The results for paths equal to a pattern without parameters. */
  readonly #literals: ExactPaths<readonly Route<H>[]>
  /** Folds a path for comparison with patterns; `undefined` when no folding is needed. */
  readonly #fold: ((path: string) => string) | undefined

  /** The start and end of each parameter value on the last walk, if it did not branch. */
  readonly #places = new Int32Array(maxSegments * 2)
  #oneWay = true
  #walked: FoundRoutes<H> | undefined
  #escaped = false

  /** @param literals paths for exact look-up, folded like patterns. */
  constructor(tree: TreeNode<H>, literals: readonly string[], fold?: (path: string) => string) {
    const nodes = [0]
    this.#write(tree, noRoutes, false, nodes)
    this.#nodes = Int32Array.from(nodes)
    this.#fold = fold
    this.#beginnings = beginningsOf(tree)
    const slash = nodes[slotsOf(root, nodes) + SLASH - ((nodes[root + codesOfNode] ?? 0) & 0xffff)] ?? 0
    const alone = tree.irregular.length === 0 && tree.children.get(SLASH)?.text === '/'
    this.#behindSlash = alone ? slash : root
    this.#outside = this.#refind('/\0', 2)
    this.#literals = new ExactPaths(this.#unguarded(literals))
  }

  /** The routes of a path without parameters; `undefined` for any other path, or when a route has guards. */
  exactly(path: string): readonly Route<H>[] | undefined {
    const found = this.#literals.find(path)
    if (found !== undefined) this.#oneWay = false
    return found
  }

  /** The routes that match a path, before guards. @param end the end of the path without ignored trailing slashes. */
  find(path: string, end: number): FoundRoutes<H> {
    const rooted = end > 1 && path.charCodeAt(0) === SLASH
    const inside = !rooted || this.#beginnings[path.charCodeAt(1)] !== 0
    this.#oneWay = inside
    if (!inside) return this.#outside
    this.#escaped = false
    const begin = rooted ? this.#behindSlash : root
    const at = begin === root ? 0 : 1
    const found = this.#walk(begin, at, path, end, this.#fold === undefined) ?? this.#refind(path, end)
    this.#walked = found
    return found
  }

  /** The value of a parameter in the last found path, still escaped; `undefined` when the walk did not record it. */
  walkedValue(route: Route<H>, place: number, path: string): string | undefined {
    if (!this.#oneWay || this.#walked?.last !== route) return undefined
    return path.slice(this.#places[place * 2], this.#places[place * 2 + 1])
  }

  /** Whether a value of the last found path may have percent escapes. */
  get hasEscapes(): boolean {
    return this.#escaped
  }

  #unguarded(literals: readonly string[]): Map<string, readonly Route<H>[]> {
    const lists = new Map<string, readonly Route<H>[]>()
    for (const path of literals) {
      const { guarded, routes } = this.#refind(path, path.length)
      if (!guarded) lists.set(path, routes)
    }
    return lists
  }

  #refind(path: string, end: number): FoundRoutes<H> {
    return this.#walk(root, 0, this.#fold?.(path) ?? path, end, true) ?? new FoundRoutes([])
  }

  /**
   * Writes a node and its descendants.
   * @param above the list for every path that reaches the node.
   * @param beside whether a parameter may match at the same place.
   * @returns the start of the node.
   */
  #write(node: TreeNode<H>, above: number, beside: boolean, nodes: number[]): number {
    const below = this.#longer(above, node.below)
    const regular = node.irregular.length === 0
    // A node with irregular routes has no children, so that the walk stops there without a check at every step.
    const codes = regular && node.children.size > 0 ? [...node.children.keys()] : [0]
    const first = Math.min(...codes)
    const more = Math.max(...codes) - first
    const flags = (beside ? hasBeside : 0) | (regular ? 0 : hasIrregular)
    const lists = [this.#longer(below, node.exact), below, above]
    const at =
      nodes.push(Math.max(node.text.length, 1) * 4 + flags, first | (more << 16), 0, ...lists) - textOfNode
    for (let i = 1; i < node.text.length; i++) nodes.push(node.text.charCodeAt(i))
    const slots = nodes.length
    for (let i = 0; i <= more; i++) nodes.push(0)
    if (!regular) {
      const { irregular, exact, below, children, param } = node
      const rest = Object.assign(new TreeNode<H>(''), { exact, below, children, param })
      this.#irregular.set(at, { routes: irregular, rest: this.#write(rest, above, false, nodes) })
      return at
    }
    const param = node.param === undefined ? 0 : this.#write(node.param, above, false, nodes)
    nodes[at + paramNode] = param
    for (const [code, child] of node.children) {
      const slash = code === SLASH
      const place = slots + code - first
      nodes[place] = this.#write(child, slash ? below : above, !slash && param !== 0, nodes)
    }
    return at
  }

  /** The index of a list with some more routes. */
  #longer(list: number, routes: readonly Route<H>[]): number {
    const before = this.#lists[list]
    return before === undefined || routes.length === 0 ? list : this.#lists.push(before.with(routes)) - 1
  }

  /** @returns `undefined` when the path must be folded first. */
  #walk(
    start: number,
    from: number,
    path: string,
    pathEnd: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    const nodes = this.#nodes
    const places = this.#places
    // `| 0` keeps V8 on integer arithmetic, which saves a tenth of the time.
    const end = pathEnd | 0
    let node = start | 0
    let slots = slotsOf(node, nodes)
    let at = from | 0
    let place = 0
    while (at < end) {
      const code = path.charCodeAt(at)
      const codes = nodes[node + codesOfNode] ?? 0
      const slot = (code - (codes & 0xffff)) | 0
      let next = at
      // Unsigned, a negative slot becomes a large number.
      if (slot >>> 0 <= codes >>> 16) {
        const child = nodes[(slots + slot) | 0] ?? 0
        const childHead = nodes[child] ?? 0
        const stop = (at + (childHead >> 2)) | 0
        if (child !== 0 && stop <= end) {
          let text = (child + textOfNode) | 0
          next = (at + 1) | 0
          while (next < stop && path.charCodeAt(next) === nodes[text]) {
            text = (text + 1) | 0
            next = (next + 1) | 0
          }
          if (next === stop) {
            if ((childHead & hasBeside) !== 0) return this.#both(node, child, at, path, end, folded)
            node = child
            slots = text
            at = next
            continue
          }
        }
      }
      const param = nodes[node + paramNode] ?? 0
      // Patterns are in lower case, as most paths are: only a path that differs here is folded.
      const mustFold = !folded && mayFold(next === at ? code : path.charCodeAt(next))
      if (param === 0 || code === SLASH || mustFold) {
        if (((nodes[node] ?? 0) & hasIrregular) !== 0) return this.#irregularly(node, at, path, end, folded)
        if (mustFold) return undefined
        return this.#lists[nodes[node + (code === SLASH ? passing : leaving)] ?? 0]
      }
      node = param
      slots = (param + textOfNode) | 0
      places[place++] = at
      for (let char = code; char !== SLASH; char = path.charCodeAt(at)) {
        if (char === PERCENT) this.#escaped = true
        at = (at + 1) | 0
        if (at === end) break
      }
      places[place++] = at
    }
    if (((nodes[node] ?? 0) & hasIrregular) !== 0) return this.#irregularly(node, at, path, end, folded)
    return this.#lists[nodes[node + ending] ?? 0]
  }

  /** Checks the irregular routes of a node, then continues the walk. */
  #irregularly(
    node: number,
    at: number,
    path: string,
    end: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    const irregular = this.#irregular.get(node)
    if (!folded || irregular === undefined) return undefined
    this.#oneWay = false
    const trimmed = end === path.length ? path : path.slice(0, end)
    const taken = irregular.routes.filter((route) => routeTakes(route, trimmed))
    return this.#walk(irregular.rest, at, path, end, folded)?.with(taken)
  }

  /** Walks both branches: the child whose text matches at `at`, and the parameter. */
  #both(
    node: number,
    child: number,
    at: number,
    path: string,
    end: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    this.#oneWay = false
    const behind = at + ((this.#nodes[child] ?? 0) >> 2)
    const literal = this.#walk(child, behind, path, end, folded)
    const param = this.#nodes[node + paramNode] ?? 0
    const other = this.#walk(param, endOfSegment(path, at, end), path, end, folded)
    return other && literal?.join(other)
  }
}

function slotsOf(node: number, nodes: ArrayLike<number>): number {
  return (node + textOfNode - 1 + ((nodes[node] ?? 0) >> 2)) | 0
}

/** See `#beginnings`; all ones when a route may begin with any character. */
function beginningsOf(tree: TreeNode<unknown>): Uint8Array {
  const beginnings = new Uint8Array(128)
  const slash = tree.children.get(SLASH)
  const more = slash?.text.charCodeAt(1)
  const open =
    tree.irregular.length > 0 || (slash?.text === '/' && (slash.param ?? slash.irregular[0]) !== undefined)
  for (let code = 0; code < 128; code++) {
    const known = more === code || (slash?.text === '/' && slash.children.has(code))
    beginnings[code] = open || known || code === SLASH || mayFold(code) ? 1 : 0
  }
  return beginnings
}

/** Whether a character may change in lower case. */
function mayFold(code: number): boolean {
  return (code >= 65 && code <= 90) || code >= 128
}
