/** A change of a document that breaks clients of the old one. */
export interface BreakingChange {
  /** The rule of oasdiff, such as `request-property-became-required`. */
  readonly id: string
  /** A warning breaks only some clients: those that sent the removed parameter, or read the optional property. */
  readonly level: 'error' | 'warning'
  readonly text: string
  /** `GET /cars/{id}`; several for a change of a shared schema. */
  readonly operations: readonly string[]
  /** A JSON pointer into the new document: the changed value, or the parent of a removed one. */
  readonly pointer: string
}

/** Gathers the changes of all operations. A changed component is one change, whatever uses it. */
export class ChangeList {
  readonly #changes = new Map<string, BreakingChange>()

  /** @param values what the text names beside the place, such as a removed enum value. */
  add(change: Pick<BreakingChange, 'id' | 'text' | 'pointer'>, operation: string, values: object = {}): void {
    const { id, text, pointer } = change
    const isShared = pointer.startsWith('/components/')
    const key = JSON.stringify([id, pointer, values, isShared ? '' : [operation, text]])
    const known = this.#changes.get(key)
    if (known?.operations.includes(operation)) return
    const operations = [...(known?.operations ?? []), operation]
    this.#changes.set(key, { id, level: levelOf(id), text, pointer, ...known, operations })
  }

  all(): readonly BreakingChange[] {
    return [...this.#changes.values()]
  }
}

function levelOf(id: string): BreakingChange['level'] {
  return warnings.some((pattern) => pattern.test(id)) ? 'warning' : 'error'
}

/** The rules that oasdiff calls warnings. */
const warnings: readonly RegExp[] = [
  /^request-.*-set$/,
  /^request-.*-pattern-changed$/,
  /^request-(?:parameter|property)-removed$/,
  /^request-.*-all-of-removed$/,
  /^optional-response-header-removed$/,
  /^response-optional-property-removed$/,
  /^response-.*-enum-value-added$/,
]
