import type { ts } from '../../parse/compiler.ts'
import type { BinderUse, RawInput, SecurityUse } from '../model/operation.ts'
import type { DocComments } from './doc-comments.ts'
import type { Facts, Machine } from './machine.ts'

/** The inputs that the handlers of one operation read, collected while they are evaluated. */
export class OperationFacts implements Facts {
  readonly method: string
  notes = 0
  readonly binders: Map<string, BinderUse> = new Map()
  readonly raw: Map<string, RawInput> = new Map()
  readonly security: Map<string, SecurityUse> = new Map()
  /** Reports that an `@answer` makes superfluous. */
  readonly unread: (() => void)[]
  readonly #comments: DocComments

  constructor(method: string, comments: DocComments, unread: (() => void)[] = []) {
    this.method = method
    this.unread = unread
    this.#comments = comments
  }

  /** For handlers whose inputs are not the operation's. */
  ofOthers(): OperationFacts {
    return new OperationFacts(this.method, this.#comments, this.unread)
  }

  addBinder(use: BinderUse): void {
    this.notes++
    const key = `${use.module.path} ${use.name} ${use.source}`
    const known = this.binders.get(key)
    this.binders.set(key, known?.isChecked ? known : use)
  }

  addRaw(input: RawInput): void {
    this.notes++
    const key = input.kind === 'body' ? `body ${input.media}` : `${input.in} ${input.name}`
    if (!this.raw.has(key)) this.raw.set(key, input)
  }

  /** Notes the `@security` of a function that runs. */
  enter(node: ts.Node, m: Machine): void {
    for (const use of this.#comments.securityOf(node, m)) {
      this.notes++
      this.security.set(use.name, use)
    }
  }

  unreadable(report: () => void): void {
    this.notes++
    this.unread.push(report)
  }
}
