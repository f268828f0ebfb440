import { mustBeSentObject, mustBeSentObjects, mustHaveIndex, tooHigh } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import type { PartHeaders } from '../../request/file-header.ts'
import type { UnknownKeys } from '../bind-input.ts'
import { bracketed, keyPath, single } from './key-path.ts'
import type { KeyTable } from './key-table.ts'
import { TextPairs } from './text-pairs.ts'

/**
 * A cursor over the pairs of a query string or form, whose keys may be paths: `posts[0][title]`, `posts.0.title`. `_Of`
 * is the type of the object being filled, so that generated code that names it stops compiling when the type changes.
 */
export abstract class FormPairs<_Of = unknown> extends TextPairs {
  /** The whole key, dotted, if it has several parts; otherwise `""`. */
  path = ''
  /** The index in `path` of the last returned part; beyond the end if there were no further parts. */
  private from = 0
  /** The index in `path` of the part that `inner()` returns next; beyond the end if there is none. */
  private rest = 0
  /** The table of the last returned part. */
  private level: KeyTable | undefined = undefined
  /** The list of objects to which the key has no index. */
  unindexed: string | undefined = undefined
  /** The lists with elements that were sent with an index. */
  lists: EndedLists | undefined = undefined

  /** The file of the pair, if it is one. */
  abstract sentFile(): SentFile | undefined

  /**
   * The next part of the key, with a trailing dot if more parts follow or only that form is in `keys`. Parts outside
   * `keys` are not distinguished. `unknown` is the setting of a nested DTO, for unknown keys in it.
   */
  inner(keys?: KeyTable, unknown?: UnknownKeys | 'app'): string {
    if (unknown !== undefined) this.within = unknown
    const path = this.path
    const start = this.rest
    const dot = path.indexOf('.', start)
    this.from = start
    this.level = keys
    this.rest = (dot === -1 ? path.length : dot) + 1
    if (dot !== -1) return path.slice(start, dot + 1)
    const part = path.slice(start)
    return keys?.nestedOnly(part) ?? part
  }

  /** The next part of the key as an index. */
  elementIndex(): number | undefined {
    return this.indexOf(this.inner().replace('.', ''))
  }

  /** Skips a pair without a property. A value or key that a known property cannot hold is an issue. */
  override unknown(): void {
    const { level, path } = this
    // Also for an empty part at the end: `a.`.
    const hasMore = this.rest <= path.length
    if (level !== undefined && this.isPlain()) this.refuseMembers(level)
    else if (hasMore && (level?.indexOf(path.slice(this.from, this.rest - 1)) ?? -1) !== -1)
      this.refuseKey(this.here(), single(this.here()))
    else super.unknown()
  }

  /** Reports a value in place of an object, or a key without an index in a list of objects. */
  private refuseMembers({ names: [first = '…'] }: KeyTable): void {
    const { unindexed: list, path } = this
    const member = first.replace('.', '')
    const key = `${bracketed(list ?? path)}${list === undefined ? '' : '[0]'}[${member}]`
    const issue = list === undefined ? mustBeSentObject : list === path ? mustBeSentObjects : mustHaveIndex
    this.refuseValue(list ?? path, withValues(issue, { key }))
  }

  protected override shownNames(): readonly string[] {
    return this.from > 0 ? (this.level?.shown() ?? []) : super.shownNames()
  }

  /** Whether the key ends with the name of a property that has members or elements. */
  isPlain(): boolean {
    return this.from > this.path.length
  }

  /** Reports a value where only nested keys are allowed; an empty value is absent. */
  refuseValue(field: string, issue: IssueText): void {
    const isEmpty = !this.isFile() && this.text() === ''
    if (!isEmpty || field !== this.path) this.wrongAt(field, issue)
  }

  /** Reports a key that continues below a scalar. */
  refuseKey(field: string, issue: IssueText): void {
    this.wrongAt(field, issue)
    this.skip()
  }

  /** The key before the last returned part. */
  above(): string {
    return this.path.slice(0, Math.max(this.from - 1, 0))
  }

  /** The key up to the last returned part. */
  here(): string {
    return this.path.slice(0, this.rest - 1)
  }

  /** A part of a key as an index; `undefined` when it is not a number. */
  indexOf(part: string): number | undefined {
    return /^\d+$/.test(part) ? this.checkedIndex(Number(part)) : undefined
  }

  checkedIndex(index: number): number {
    if (index < this.settings.maxArrayLength) return index
    return this.refuse(withValues(tooHigh, { max: this.settings.maxArrayLength }))
  }

  protected override ended(): void {
    this.lists?.end()
  }

  wholeKey(): string {
    return this.path === '' ? this.key : this.path
  }

  /** Skips the rest of the key. */
  passParts(): void {
    this.rest = this.path.length + 1
  }

  /** Switches a key that was read in place to its decoded form, at the same part. */
  settle(): void {}

  /** Sets the key by its first part, with a trailing dot if more parts follow. */
  protected override setKey(first: string): void {
    super.setKey(first)
    const { keys } = this
    if (keys === undefined || this.field !== -1) return
    this.level = keys
    this.from = 0
    if (this.path !== '') return
    // Unknown keys are reported whole.
    this.path = first
    this.rest = first.length + 1
    const nested = keys.nestedOnly(first)
    if (nested !== undefined) super.setKey(nested)
  }

  /** Splits a decoded key into parts; returns the first one. */
  protected open(key: string): string {
    const path = keyPath(key, this.settings.maxDepth, (issue) => this.refuse(issue))
    if (!path.includes('.')) return path
    this.path = path
    this.rest = path.indexOf('.') + 1
    return path.slice(0, this.rest)
  }
}

/** Lists to complete after the last pair. */
interface EndedLists {
  end(): void
}

/** A file as a form sends it. */
export interface SentFile {
  readonly name: string
  readonly header: PartHeaders
  readonly content: Uint8Array | Blob
}

/** Elements of a list of objects by index, with holes for missing ones. */
export type Elements<T> = (T | undefined)[]

/** The members of an object read so far, by key. */
// biome-ignore lint/suspicious/noExplicitAny: the reader of the object's type checks each member
export type Held = Record<string, any>

/** The elements of a list, with empty objects in its holes. */
export function withoutGaps(elements: unknown): unknown {
  return Array.isArray(elements) ? Array.from(elements, (one: unknown) => one ?? {}) : elements
}
