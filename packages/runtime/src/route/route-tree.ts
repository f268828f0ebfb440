import { FlatTree } from './flat-tree.ts'
import type { Pattern } from './pattern.ts'
import type { Route } from './route.ts'
import { TreeNode } from './tree-node.ts'

/** Builds the tree of some routes. @param fold folds a path for comparison with patterns, if needed. */
export function treeOf<H>(routes: readonly Route<H>[], fold?: (path: string) => string): FlatTree<H> {
  const root = new TreeNode<H>('')
  for (const route of routes) insert(root, route)
  return new FlatTree(root, routes.flatMap(literalPath), fold)
}

/** The path of a pattern without parameters. */
function literalPath({ pattern: { parts } }: Route): string[] {
  const [first, second] = parts
  return first?.kind === 'literal' && second === undefined ? [first.text] : []
}

/**
 * The part of a pattern that the tree represents: literal texts, and parameters (`undefined`) that fill their segment.
 */
interface Way {
  readonly steps: readonly (string | undefined)[]
  readonly rest: 'exact' | 'below' | 'irregular'
}

/** Adds the nodes for whole segments, and the route to the last of them. */
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

/** The ways to match a pattern: several when it ends in an optional segment, otherwise one. */
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
