import type { ts } from 'ts-morph'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import type { BinderUse, RawInput, RawValue, SecurityUse } from '../model/operation.ts'
import { readsOf } from './declared-reads.ts'
import type { DocComments, DocTag } from './doc-comments.ts'
import type { Facts, Machine } from './machine.ts'
import { tagsFor } from './tag-methods.ts'
import { UnreadCode } from './unread-code.ts'

/** The inputs that the handlers of one operation read, collected while they are evaluated. */
export class OperationFacts implements Facts {
  readonly method: string
  notes = 0
  readonly binders: Map<string, BinderUse> = new Map()
  readonly raw: Map<string, RawInput> = new Map()
  readonly security: Map<string, SecurityUse> = new Map()
  readonly unread: UnreadCode
  readonly #pattern: string
  readonly #comments: DocComments

  constructor(
    { method, pattern }: Pick<Facts, 'method' | 'pattern'>,
    comments: DocComments,
    unread: UnreadCode = new UnreadCode(),
  ) {
    this.method = method
    this.#pattern = pattern
    this.unread = unread
    this.#comments = comments
  }

  get pattern(): string {
    return this.unread.step?.pattern ?? this.#pattern
  }

  /** For code whose inputs are not the operation's. */
  ofOthers(unread: UnreadCode = this.unread): OperationFacts {
    return new OperationFacts(this, this.#comments, unread)
  }

  addBinder(use: BinderUse): void {
    this.notes++
    const key = `${use.module.path} ${use.name} ${use.source} ${use.pattern}`
    const known = this.binders.get(key)
    this.binders.set(key, known?.isChecked ? known : use)
  }

  addRaw(input: RawInput): void {
    this.notes++
    const key = input.kind === 'body' ? `body ${input.media}` : keyOf(input)
    if (!this.raw.has(key)) this.raw.set(key, input)
  }

  /** Notes the tags of a function that runs. */
  enter(node: ts.Node, m: Machine): void {
    this.addTags(this.#comments.tagsOf(node), m)
  }

  /** Notes each `@security` and `@reads`. */
  addTags(tags: readonly DocTag[], m: Machine): void {
    const own = tagsFor(this.method, tags)
    this.#addSecurity(this.#comments.schemesOf(own, m))
    for (const tag of own) if (tag.name === 'reads') for (const one of readsOf(tag, m)) this.addRaw(one)
  }

  #addSecurity(uses: readonly SecurityUse[]): void {
    for (const use of uses) {
      this.notes++
      if (this.security.get(use.name)?.isOptional !== false) this.security.set(use.name, use)
    }
  }

  unreadable(diagnostic: Diagnostic): void {
    this.notes++
    this.unread.add(diagnostic)
  }
}

function keyOf({ in: place, name }: RawValue): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}
