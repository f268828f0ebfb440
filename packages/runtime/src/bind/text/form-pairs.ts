import type { FileHeader } from '../../request/file-header.ts'
import type { Scalar } from '../scalar.ts'
import { keyPath } from './key-path.ts'
import type { KeyTable } from './key-table.ts'
import { TextPairs } from './text-pairs.ts'

/**
 * A cursor over the pairs of a query string or form, whose keys may be paths: `posts[0][title]`, `posts.0.title`. `_Of`
 * is the type of the object being filled, so that generated code that names it stops compiling when the type changes.
 */
export abstract class FormPairs<_Of = unknown> extends TextPairs {
  /** The whole key, dotted, if it has several parts; otherwise `""`. */
  protected path = ''
  /** The index in `path` of the last returned part; beyond the end if there were no further parts. */
  private from = 0
  /** The index in `path` of the part that `inner()` returns next; beyond the end if there is none. */
  private rest = 0
  /** The table of the last returned part. */
  private level: KeyTable | undefined = undefined
  /** The list of objects to which the key has no index. */
  private unindexed: string | undefined = undefined
  /** The indices of list elements that were sent with an index. */
  private indices:
    | Map<
        unknown[],
        { readonly key: string; readonly at: number[]; readonly fill: Scalar<unknown> | undefined }
      >
    | undefined = undefined

  /** Reads the pair as a file; the first file of a property wins, and text is a fault. */
  abstract file(held: FileHeader | undefined): FileHeader | undefined
  /** Adds the pair's file to a list; text is a fault. */
  abstract files(list: FileHeader[] | undefined): FileHeader[] | undefined
  /** Whether the pair is a file, which readers of text refuse. */
  abstract isFile(): boolean

  /**
   * The next part of the key, with a trailing dot if more parts follow or only that form is in `keys`. Parts outside
   * `keys` are not distinguished.
   */
  inner(keys?: KeyTable): string {
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

  /** Reads an element of a list of objects: `posts[0][title]`. */
  element<T>(
    elements: Elements<T> | undefined,
    read: (pairs: FormPairs, held: T | undefined) => T | undefined,
  ): Elements<T> | undefined {
    const index = this.elementIndex()
    if (index === undefined) {
      this.refuseElement(read)
      return elements
    }
    const held = elements?.[index]
    const element = read(this, held)
    if (element === undefined) return elements
    const some = elements ?? []
    some[index] = element
    return some
  }

  /** The next part of the key as an index. */
  protected elementIndex(): number | undefined {
    return this.indexOf(this.inner().replace('.', ''))
  }

  /** Reads a member of a record: `filter[name]`. */
  entry<T>(record: Record<string, T> | undefined, type: Scalar<T>): Record<string, T> | undefined {
    const key = this.inner()
    if (key === '' || key.endsWith('.')) {
      this.refuseEntry(key)
      return record
    }
    const value = this.value(type)
    if (value === undefined) return withoutEntry(record, key)
    // Without a prototype, no key is special.
    const some: Record<string, T> = record ?? Object.create(null)
    some[key] = value
    return some
  }

  /** Reads an element of a list of scalars, by index: `colors[0]`. */
  indexed<T>(list: T[] | undefined, type: Scalar<T>, gaps?: 'zero'): T[] | undefined {
    const index = this.listIndex()
    if (index === undefined) return list
    const value = this.value(type)
    if (value === undefined) return this.withoutIndex(list, index)
    return this.place(list ?? [], index, value, gaps === 'zero' ? type : undefined)
  }

  /** Reads a file of a list, by index: `photos[0]`. The first file of an index wins. */
  indexedFile(list: FileHeader[] | undefined): FileHeader[] | undefined {
    const index = this.listIndex()
    if (index === undefined) return list
    const file = this.file(undefined)
    const some = list ?? []
    if (file === undefined || this.indices?.get(some)?.at.includes(index)) return list
    return this.place(some, index, file, undefined)
  }

  /** The index at the end of the key; `undefined`, with a fault, when it is not an index or more parts follow. */
  private listIndex(): number | undefined {
    const part = this.inner()
    const index = this.indexOf(part)
    if (index !== undefined) return index
    this.settle()
    const isElement = this.indexOf(part.replace('.', '')) !== undefined
    if (isElement) this.refuseKey(this.here(), single(this.here()))
    else this.refuseKey(this.above(), `must be a list, sent as ${bracketed(this.above())}[0]`)
    return undefined
  }

  /** Skips a pair without a property. A value or key that a known property cannot hold is a fault. */
  override unknown(): void {
    const { level, path } = this
    const hasMore = this.rest < path.length
    if (level !== undefined && this.isPlain()) this.refuseMembers(level)
    else if (hasMore && (level?.indexOf(path.slice(this.from, this.rest - 1)) ?? -1) !== -1)
      this.refuseKey(this.here(), single(this.here()))
    else super.unknown()
  }

  /** Reports a value in place of an object, or a key without an index in a list of objects. */
  private refuseMembers({ names: [first = '…'] }: KeyTable): void {
    const { unindexed: list, path } = this
    const member = first.replace('.', '')
    if (list !== undefined)
      this.refuseValue(list, `must be a list of objects, sent as ${bracketed(list)}[0][${member}]`)
    else this.refuseValue(path, `must be an object, sent as ${bracketed(path)}[${member}]`)
  }

  /** Reports a key without an index. The element's reader knows the members, for the example in the message. */
  private refuseElement(read: (pairs: FormPairs, held: undefined) => unknown): void {
    this.unindexed = this.isPlain() ? this.path : this.above()
    this.rest = this.path.length + 1
    read(this, undefined)
    this.unindexed = undefined
  }

  private refuseEntry(key: string): void {
    this.settle()
    const record = this.above()
    const example = `${bracketed(record)}[…]`
    if (this.isPlain()) this.refuseValue(record, `must be an object, sent as ${example}`)
    else if (key === '' || key === '.') this.refuseKey(record, `must be an object, sent as ${example}`)
    // The key of a record entry comes from the request, so the message must not contain it.
    else this.refuseKey(this.here(), single(example))
  }

  /** Whether the key ends with the name of a property that has members or elements. */
  private isPlain(): boolean {
    return this.from > this.path.length
  }

  /** Reports a value where only nested keys are allowed; an empty value is absent. */
  private refuseValue(field: string, message: string): void {
    const isEmpty = !this.isFile() && this.text() === ''
    if (!isEmpty || field !== this.path) this.wrongAt(field, message)
  }

  /** Reports a key that continues below a scalar. */
  private refuseKey(field: string, message: string): void {
    this.wrongAt(field, message)
    this.skip()
  }

  /** Reads text in place of a file: a fault, unless it is empty and thus absent. */
  protected refuseText(): undefined {
    return this.text() === ''
      ? undefined
      : this.wrongAt(this.wholeKey(), 'must be a file, sent as multipart/form-data')
  }

  /** The key before the last returned part. */
  private above(): string {
    return this.path.slice(0, Math.max(this.from - 1, 0))
  }

  /** The key up to the last returned part. */
  private here(): string {
    return this.path.slice(0, this.rest - 1)
  }

  /** Inserts an element so that the list is in the order of its indices. */
  private place<T>(list: T[], index: number, value: T, fill: Scalar<T> | undefined): T[] {
    this.indices ??= new Map()
    const indices = this.indices.get(list) ?? { key: this.listKey(), at: [...list.keys()], fill }
    this.indices.set(list, indices)
    this.countRepeated(indices.at, list)
    let i = list.length
    while (i > 0 && (indices.at[i - 1] ?? 0) > index) i--
    const replaces = i > 0 && indices.at[i - 1] === index
    if (!replaces && list.length === this.settings.maxArrayLength) this.refuseLength()
    list.splice(replaces ? i - 1 : i, replaces ? 1 : 0, value)
    if (!replaces) indices.at.splice(i, 0, index)
    return list
  }

  /** The last value of an index wins: an empty one removes the previous one. */
  private withoutIndex<T>(list: T[] | undefined, index: number): T[] | undefined {
    const at = list && this.indices?.get(list)?.at
    const i = at?.indexOf(index) ?? -1
    if (list === undefined || at === undefined || i === -1) return list
    list.splice(i, 1)
    at.splice(i, 1)
    return list.length === 0 ? undefined : list
  }

  /** The key up to the index at its end. */
  private listKey(): string {
    const key = this.wholeKey()
    return key.slice(0, key.lastIndexOf('.') + 1)
  }

  /** Values without an index (`a=1` among `a[0]=1`) get the indices after the last element at that time. */
  private countRepeated(at: number[], list: readonly unknown[]): void {
    while (at.length < list.length) at.push(this.checkedIndex((at.at(-1) ?? -1) + 1))
  }

  /** A part of a key as an index; `undefined` when it is not a number. */
  private indexOf(part: string): number | undefined {
    return /^\d+$/.test(part) ? this.checkedIndex(Number(part)) : undefined
  }

  protected checkedIndex(index: number): number {
    if (index < this.settings.maxArrayLength) return index
    return this.refuse(`an index of ${this.settings.maxArrayLength} or more`)
  }

  /** Reports the gaps in lists with indices, or fills them with zero values. */
  protected override ended(): void {
    if (this.indices === undefined) return
    for (const [list, { key, at, fill }] of this.indices) {
      this.countRepeated(at, list)
      for (let i = 0; i < at.length; i++) {
        if (at[i] === i) continue
        const zero = fill?.zero
        if (zero === undefined) this.missingElement(`${key}${i}`)
        list.splice(i, 0, zero)
        at.splice(i, 0, i)
      }
    }
  }

  wholeKey(): string {
    return this.path === '' ? this.key : this.path
  }

  /** Switches a key that was read in place to its decoded form, at the same part. */
  protected settle(): void {}

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
    const path = keyPath(key, this.settings.maxDepth, (message) => this.refuse(message))
    if (!path.includes('.')) return path
    this.path = path
    this.rest = path.indexOf('.') + 1
    return path.slice(0, this.rest)
  }
}

/** `a.b.0` as `a[b][0]`, a form that clients may send. */
function bracketed(path: string): string {
  const [first = '', ...parts] = path.split('.')
  return parts.reduce((key, part) => `${key}[${part}]`, first)
}

function single(path: string): string {
  return `must be a single value, sent as ${bracketed(path)}`
}

/** The last value of a key wins: an empty one removes the previous one. */
function withoutEntry<T>(record: Record<string, T> | undefined, key: string): Record<string, T> | undefined {
  if (record === undefined) return undefined
  delete record[key]
  return Object.keys(record).length === 0 ? undefined : record
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
