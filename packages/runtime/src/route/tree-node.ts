import { FoundRoutes } from './found-routes.ts'
import type { Route } from './route.ts'

const nothing: FoundRoutes<never> = new FoundRoutes([])

/** One node of the tree: the text that leads to it, and what matches there. */
export class TreeNode<H> {
  /** What stands in a path before this node, after its parent; `""` for a parameter. */
  text: string
  /** The same as numbers, which read two times faster than characters of a string. */
  codes: readonly number[] = []
  /** The parameter that may stand here, up to the end of the segment. */
  param: TreeNode<H> | undefined = undefined
  /** Routes whose path ends here. */
  readonly exact: Route<H>[] = []
  /** Routes for this path and all below it: middleware, and patterns that end in a `*` segment. */
  readonly below: Route<H>[] = []
  /** Routes whose pattern cannot be told segment by segment from here on. */
  readonly irregular: Route<H>[] = []
  isIrregular = false
  /** Finished lists, those above included: what runs when the path ends here, */
  ending: FoundRoutes<H> = nothing
  /** when it goes on with a slash where no child leads, */
  passing: FoundRoutes<H> = nothing
  /** and when it goes on with anything else. */
  leaving: FoundRoutes<H> = nothing
  /** The children by the first character of their text, `#first` being the place of the first. */
  #children: (TreeNode<H> | undefined)[] = []
  #first = 0

  constructor(text: string) {
    this.text = text
  }

  child(code: number): TreeNode<H> | undefined {
    const at = code - this.#first
    // A place outside the array would make every look-up slower.
    return at >= 0 && at < this.#children.length ? this.#children[at] : undefined
  }

  /** How much of the text stands in the path, the first character being known to. */
  sameLength(path: string, at: number, end: number): number {
    const { codes } = this
    const most = Math.min(codes.length, end - at)
    let same = 1
    while (same < most && path.charCodeAt(at + same) === codes[same]) same++
    return same
  }

  addParam(): TreeNode<H> {
    this.param ??= new TreeNode('')
    return this.param
  }

  /** The node that a text leads to, made where it is missing. */
  addText(text: string): TreeNode<H> {
    const code = text.charCodeAt(0)
    const child = this.child(code)
    if (child === undefined) {
      const added = new TreeNode<H>(text)
      this.#put(code, added)
      return added
    }
    const same = commonLength(child.text, text)
    const node = same === child.text.length ? child : this.#split(child, same)
    return same === text.length ? node : node.addText(text.slice(same))
  }

  /** Puts a node in the middle of the text that leads to a child. */
  #split(child: TreeNode<H>, at: number): TreeNode<H> {
    const middle = new TreeNode<H>(child.text.slice(0, at))
    this.#put(child.text.charCodeAt(0), middle)
    child.text = child.text.slice(at)
    middle.#put(child.text.charCodeAt(0), child)
    return middle
  }

  #put(code: number, node: TreeNode<H>): void {
    if (this.#children.length === 0) this.#first = code
    const missing = this.#first - code
    if (missing > 0) {
      this.#children = [...new Array<undefined>(missing).fill(undefined), ...this.#children]
      this.#first = code
    }
    // Filled, so that the array has no holes.
    while (this.#children.length <= code - this.#first) this.#children.push(undefined)
    this.#children[code - this.#first] = node
  }

  /** Gives this node and all below it their finished lists. @param above what runs for every path that gets here. */
  finish(above: FoundRoutes<H>): void {
    this.codes = Array.from(this.text, (_, i) => this.text.charCodeAt(i))
    this.isIrregular = this.irregular.length > 0
    this.leaving = above
    this.passing = above.with(this.below)
    this.ending = this.passing.with(this.exact)
    this.param?.finish(above)
    for (const child of this.#children) child?.finish(child.text.startsWith('/') ? this.passing : above)
  }
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same++
  return same
}
