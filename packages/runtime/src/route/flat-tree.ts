import { ExactPaths } from './exact-paths.ts'
import { FoundRoutes } from './found-routes.ts'
import { mostSegments } from './param-places.ts'
import { endOfSegment } from './param-value.ts'
import { type Route, routeTakes } from './route.ts'
import { TreeNode } from './tree-node.ts'

const SLASH = 47
const PERCENT = 37

// What is known of a node, by its place after the one where the node begins. 0 stands for no node.
// The first is how many characters its text has, times two, and one more when a parameter may stand in the same place.
/** That parameter's node, */
const besideNode = 1
/** and that which goes on where this one's irregular routes have to be asked before. */
const nextNode = 2
/** Its number, by which lists are found. */
const number = 3
/** The node of the parameter that may come after it. */
const paramNode = 4
/** The first character that a child begins with, and how many from there on have a slot. */
const firstCode = 5
const codeCount = 6
/** Its text without the first character, and behind it the slots. */
const textOfNode = 7

/** Where the first node begins. */
const root = 1

/** What runs for a path: when it ends at a node, when it goes on with a slash there, and when with anything else. */
const ending = 0
const passing = 1
const leaving = 2
const listsOfNode = 3

/**
 * Routes by the characters of their paths. A look-up costs what the path is long, not how many routes there are: every
 * node has the finished list of what matches at it, so the usual path allocates nothing.
 *
 * The nodes are numbers in one array. A look-up among 1000 routes reads memory that has been used for other things since
 * the last one: with objects for nodes, each with arrays of its own, it took 1.3 to 1.5 times what one among 10 took.
 */
export class FlatTree<H> {
  readonly #nodes: Int32Array
  /** Finished lists, those of the nodes above included. */
  readonly #lists: FoundRoutes<H>[] = []
  readonly #irregular: (readonly Route<H>[])[] = []
  /** By the character after the first slash, as far as it is in lower case: 0 when no route goes on so. */
  readonly #beginnings: Uint8Array
  /** The node that a slash alone leads to; the root when there is none. */
  readonly #behindSlash: number
  /** What a path finds that begins as no route does. */
  readonly #outside: FoundRoutes<H>
  /** The lists of paths that are a pattern letter by letter. */
  readonly #literals: ExactPaths<readonly Route<H>[]>
  /** Makes of a path what patterns are compared with; `undefined` when that is the path itself. */
  readonly #fold: ((path: string) => string) | undefined

  /** Where the values of parameters begin and end that the last walk came by, when it went one way. */
  readonly #places = new Int32Array(mostSegments * 2)
  #oneWay = true
  #walked: FoundRoutes<H> | undefined
  #escaped = false

  /** @param literals paths that are looked up beforehand, folded as patterns are. */
  constructor(tree: TreeNode<H>, literals: readonly string[], fold?: (path: string) => string) {
    const nodes = [0]
    this.#write(tree, new FoundRoutes<H>([]), 0, nodes)
    this.#nodes = Int32Array.from(nodes)
    this.#fold = fold
    this.#beginnings = beginningsOf(tree)
    const slash = nodes[slotsOf(root, nodes) + SLASH - (nodes[root + firstCode] ?? 0)] ?? 0
    const alone = tree.irregular.length === 0 && tree.children.get(SLASH)?.text === '/'
    this.#behindSlash = alone ? slash : root
    this.#outside = this.#refind('/\0', 2)
    this.#literals = new ExactPaths(this.#unguarded(literals))
  }

  /** The routes that take a path which is one of the literal ones; `undefined` when it is none, or guards have to be asked. */
  exactly(path: string): readonly Route<H>[] | undefined {
    this.#oneWay = false
    return this.#literals.find(path)
  }

  /**
   * The routes that take a path, their guards aside.
   * @param end where the path ends for matching: before slashes that do not count.
   */
  find(path: string, end: number): FoundRoutes<H> {
    this.#oneWay = false
    const rooted = end > 1 && path.charCodeAt(0) === SLASH
    if (rooted && this.#beginnings[path.charCodeAt(1)] === 0) return this.#outside
    this.#oneWay = true
    this.#escaped = false
    const begin = rooted ? this.#behindSlash : root
    const at = begin === root ? 0 : 1
    const found = this.#walk(begin, at, path, end, this.#fold === undefined) ?? this.#refind(path, end)
    this.#walked = found
    return found
  }

  /**
   * The text that the path found last has for a parameter of a route; `undefined` when the walk does not know. Whether it
   * has escapes is for `hasEscapes` to say.
   */
  walkedValue(route: Route<H>, place: number, path: string): string | undefined {
    if (!this.#oneWay || this.#walked?.last !== route) return undefined
    return path.slice(this.#places[place * 2], this.#places[place * 2 + 1])
  }

  /** Whether a value of the path found last may have percent escapes. */
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
   * Adds a node and all below it.
   * @param above what runs for every path that gets here.
   * @param beside see `besideNode`.
   * @returns where it begins.
   */
  #write(node: TreeNode<H>, above: FoundRoutes<H>, beside: number, nodes: number[]): number {
    const below = above.with(node.below)
    const id = this.#irregular.push(node.irregular) - 1
    this.#lists.push(below.with(node.exact), below, above)
    const at = nodes.push(node.text.length * 2 + (beside === 0 ? 0 : 1), beside, 0, id, 0, 0, 0) - textOfNode
    const codes = node.irregular.length > 0 ? [] : [...node.children.keys()]
    const first = codes.length === 0 ? 0 : Math.min(...codes)
    const count = codes.length === 0 ? 0 : Math.max(...codes) - first + 1
    nodes[at + firstCode] = first
    nodes[at + codeCount] = count
    for (let i = 1; i < node.text.length; i++) nodes.push(node.text.charCodeAt(i))
    const slots = nodes.length
    for (let i = 0; i < count; i++) nodes.push(0)
    if (node.irregular.length > 0) {
      // This node leads nowhere, so that the walk ends at it and need not look for irregular routes at every step.
      const { exact, below, children, param } = node
      const rest = Object.assign(new TreeNode<H>(''), { exact, below, children, param })
      nodes[at + nextNode] = this.#write(rest, above, 0, nodes)
      return at
    }
    const param = node.param === undefined ? 0 : this.#write(node.param, above, 0, nodes)
    nodes[at + paramNode] = param
    for (const [code, child] of node.children) {
      const slash = code === SLASH
      nodes[slots + code - first] = this.#write(child, slash ? below : above, slash ? 0 : param, nodes)
    }
    return at
  }

  /** @returns `undefined` when the path has to be folded for an answer. */
  #walk(
    start: number,
    from: number,
    path: string,
    pathEnd: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    const nodes = this.#nodes
    const places = this.#places
    // A place is `| 0` wherever it is worked out: so V8 keeps it as a number, and a tenth of the time is saved.
    const end = pathEnd | 0
    let node = start | 0
    let slots = slotsOf(node, nodes)
    let at = from | 0
    let place = 0
    while (at < end) {
      const code = path.charCodeAt(at)
      const slot = (code - (nodes[node + firstCode] ?? 0)) | 0
      let next = at
      if (slot >= 0 && slot < (nodes[node + codeCount] ?? 0)) {
        const child = nodes[slots + slot] ?? 0
        if (child !== 0) {
          const childHead = nodes[child] ?? 0
          const stop = (at + (childHead >> 1)) | 0
          const limit = stop < end ? stop : end
          let text = (child + textOfNode) | 0
          next = (at + 1) | 0
          while (next < limit && path.charCodeAt(next) === nodes[text]) {
            text = (text + 1) | 0
            next = (next + 1) | 0
          }
          if (next === stop) {
            if ((childHead & 1) !== 0) return this.#both(child, next, at, path, end, folded)
            node = child
            slots = text
            at = next
            continue
          }
        }
      }
      const param = nodes[node + paramNode] ?? 0
      if (param === 0 || code === SLASH || (!folded && mayFold(path.charCodeAt(next)))) {
        if (nodes[node + nextNode] !== 0) return this.#irregularly(node, at, path, end, folded)
        // Patterns are in lower case. Most paths are too: only one that differs here has to be folded.
        if (!folded && mayFold(path.charCodeAt(next))) return undefined
        return this.#list(node, code === SLASH ? passing : leaving)
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
    if (nodes[node + nextNode] !== 0) return this.#irregularly(node, at, path, end, folded)
    return this.#list(node, ending)
  }

  #list(node: number, which: number): FoundRoutes<H> | undefined {
    return this.#lists[(this.#nodes[node + number] ?? 0) * listsOfNode + which]
  }

  /** Asks the irregular routes of a node, then walks on. */
  #irregularly(
    node: number,
    at: number,
    path: string,
    end: number,
    folded: boolean,
  ): FoundRoutes<H> | undefined {
    if (!folded) return undefined
    this.#oneWay = false
    const trimmed = end === path.length ? path : path.slice(0, end)
    const irregular = this.#irregular[this.#nodes[node + number] ?? 0]
    const taken = irregular?.filter((route) => routeTakes(route, trimmed)) ?? []
    return this.#walk(this.#nodes[node + nextNode] ?? 0, at, path, end, folded)?.with(taken)
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
    this.#oneWay = false
    const literal = this.#walk(child, next, path, end, folded)
    const param = this.#nodes[child + besideNode] ?? 0
    const other = this.#walk(param, endOfSegment(path, at, end), path, end, folded)
    return other && literal?.join(other)
  }
}

function slotsOf(node: number, nodes: ArrayLike<number>): number {
  return (node + textOfNode + Math.max(((nodes[node] ?? 0) >> 1) - 1, 0)) | 0
}

/** See `FlatTree`; no zeros when more than the character decides. */
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

/** Whether a character may have another one in lower case. */
function mayFold(code: number): boolean {
  return (code >= 65 && code <= 90) || code >= 128
}
