import type { Route } from './route.ts'

/** One node of the tree that routes are put into: the text that leads to it, and which routes end at it. */
export class TreeNode<H> {
  /** What stands in a path before this node, after its parent; `""` for a parameter. */
  text: string
  /** The parameter that may stand here, up to the end of the segment. */
  param: TreeNode<H> | undefined = undefined
  /** The other children by the first character of their text. */
  readonly children: Map<number, TreeNode<H>> = new Map()
  /** Routes whose path ends here. */
  readonly exact: Route<H>[] = []
  /** Routes for this path and all below it: middleware, and patterns that end in a `*` segment. */
  readonly below: Route<H>[] = []
  /** Routes whose pattern cannot be told segment by segment from here on. */
  readonly irregular: Route<H>[] = []

  constructor(text: string) {
    this.text = text
  }

  addParam(): TreeNode<H> {
    this.param ??= new TreeNode('')
    return this.param
  }

  /** The node that a text leads to, made where it is missing. */
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

  /** Puts a node in the middle of the text that leads to a child. */
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
