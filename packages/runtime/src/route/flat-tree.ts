import { ExactPaths } from './exact-paths.ts'
import { FoundRoutes } from './found-routes.ts'
import { mostSegments } from './param-places.ts'
import { endOfSegment } from './param-value.ts'
import { type Route, routeTakes } from './route.ts'
import { TreeNode } from './tree-node.ts'

const SLASH = 47
const PERCENT = 37

// What is known of a node, by its place after the one where the node begins. 0 stands for no node.
// The first is how many characters its text has (1 for none), times four, and these two:
/** A parameter may stand in the same place. */
const hasBeside = 1
/** Irregular routes have to be asked. */
const hasIrregular = 2
/** The first character that a child begins with and, times 65536, how many more have a slot. */
const codesOfNode = 1
/** The node of the parameter that may come after it. */
const paramNode = 2
/** What runs for a path: when it ends at the node, when it goes on with a slash there, and when with anything else. */
const ending = 3
const passing = 4
const leaving = 5
/** Its text without the first character, and behind it the slots. */
const textOfNode = 6

/** Where the first node begins. */
const root = 1

/** The list that nothing is in. */
const noRoutes = 0

/** What a node stands for whose irregular routes have to be asked before the walk goes on. */
interface Irregular<H> {
  readonly routes: readonly Route<H>[]
  /** The node without them. */
  readonly rest: number
}

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
  readonly #lists: FoundRoutes<H>[] = [new FoundRoutes([])]
  /** By node. */
  readonly #irregular = new Map<number, Irregular<H>>()
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

  /** The routes that take a path which is one of the literal ones; `undefined` when it is none, or guards have to be asked. */
  exactly(path: string): readonly Route<H>[] | undefined {
    const found = this.#literals.find(path)
    if (found !== undefined) this.#oneWay = false
    return found
  }

  /**
   * The routes that take a path, their guards aside.
   * @param end where the path ends for matching: before slashes that do not count.
   */
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
   * @param above the list of what runs for every path that gets here.
   * @param beside whether a parameter may stand in the same place.
   * @returns where it begins.
   */
  #write(node: TreeNode<H>, above: number, beside: boolean, nodes: number[]): number {
    const below = this.#longer(above, node.below)
    const regular = node.irregular.length === 0
    // One with irregular routes leads nowhere, so that the walk ends at it and need not look for them at every step.
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

  /** The place of a list and of some more routes. */
  #longer(list: number, routes: readonly Route<H>[]): number {
    const before = this.#lists[list]
    return before === undefined || routes.length === 0 ? list : this.#lists.push(before.with(routes)) - 1
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
      const codes = nodes[node + codesOfNode] ?? 0
      const slot = (code - (codes & 0xffff)) | 0
      let next = at
      // Below zero is a large number without a sign.
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
      // Patterns are in lower case. Most paths are too: only one that differs here has to be folded.
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

  /** Asks the irregular routes of a node, then walks on. */
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

  /** Goes both ways: the text of a child stands in the path from `at` on, and a parameter does. */
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
