import type { Route } from './route.ts'

/** A node of the route tree: the text that leads to it, and the routes that end at it. */
export class TreeNode<H> {
  /** The text of a path between the parent node and this one; `""` for a parameter. */
  text: string
  /** The parameter that may follow, up to the end of the segment. */
  param: TreeNode<H> | undefined = undefined
  /** The other children by the first character of their text. */
  readonly children: Map<number, TreeNode<H>> = new Map()
  /** Routes that end here. */
  readonly exact: Route<H>[] = []
  /** Routes for this path and all paths below: middleware, and patterns that end in a `*` segment. */
  readonly below: Route<H>[] = []
  /** Routes whose rest cannot be matched segment by segment. */
  readonly irregular: Route<H>[] = []

  constructor(text: string) {
    this.text = text
  }

  addParam(): TreeNode<H> {
    this.param ??= new TreeNode('')
    return this.param
  }

  /** The node for a text, created if missing. */
  addText(text: string): TreeNode<H> {
    const code = text.charCodeAt(0)
    const child = this.children.get(code)
    if (child === undefined) {
      const added = new TreeNode<H>(text)
      this.children.set(code, added)
      return added
    }
    const same = commonLength(child.text, text)
    const node = same === child.text.length ? child : this.#split(code, child, same)
    return same === text.length ? node : node.addText(text.slice(same))
  }

  /** Inserts a node into the text of a child. */
  #split(code: number, child: TreeNode<H>, at: number): TreeNode<H> {
    const middle = new TreeNode<H>(child.text.slice(0, at))
    this.children.set(code, middle)
    child.text = child.text.slice(at)
    middle.children.set(child.text.charCodeAt(0), child)
    return middle
  }
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same++
  return same
}
