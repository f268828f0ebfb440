import type { ts } from 'ts-morph'

/** A word, or another node that the answer depends on. */
type Question = string | ts.Node

/**
 * The compiler's answers about nodes. They are most of the work of a reading, and hold until the file of the node or a file
 * that it imports changes.
 */
export class KeptAnswers {
  readonly #byFile = new Map<string, Map<Question, Map<ts.Node, unknown>>>()

  /** @param answer must not give a type or a symbol, which would keep its whole program alive */
  of<T>(node: ts.Node, question: Question, answer: () => T): T {
    const { fileName } = node.getSourceFile()
    const ofFile = entry(this.#byFile, fileName, () => new Map<Question, Map<ts.Node, unknown>>())
    const known = entry(ofFile, question, () => new Map<ts.Node, unknown>())
    if (known.has(node)) return known.get(node) as T
    const now = answer()
    known.set(node, now)
    return now
  }

  /** Drops the answers about these files. */
  forget(paths: Iterable<string>): void {
    for (const path of paths) this.#byFile.delete(path)
  }

  clear(): void {
    this.#byFile.clear()
  }
}

function entry<Key, T>(map: Map<Key, T>, key: Key, make: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
