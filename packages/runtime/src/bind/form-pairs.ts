import type { FileHeader } from '../request/file-header.ts'
import { keyPath } from './key-path.ts'
import type { KeyTable } from './key-table.ts'
import type { Scalar } from './scalar.ts'
import { TextPairs } from './text-pairs.ts'

/**
 * A cursor over the pairs of a query string or a form, whose keys may be paths: `posts[0][title]`, `posts.0.title`. `_Of` is the
 * object whose members are taken: code that names it has its type checked, and stops compiling when that is another.
 */
export abstract class FormPairs<_Of = unknown> extends TextPairs {
  /** The whole key, dotted, when it has more than one part; else `""`. */
  protected path = ''
  /** Where the part of the key that was given last begins in `path`; past its end when all parts were given before. */
  private from = 0
  /** Where the part that `inner()` gives next begins in `path`; past its end when there is none. */
  private rest = 0
  /** The keys that the part given last was looked up in. */
  private level: KeyTable | undefined = undefined
  /** The list of objects that the key gives no index of. */
  private unindexed: string | undefined = undefined
  /** The indices of the elements of lists that were given by index. */
  private indices:
    | Map<
        unknown[],
        { readonly key: string; readonly at: number[]; readonly fill: Scalar<unknown> | undefined }
      >
    | undefined = undefined

  /** Takes the pair as a file; of several files for one property the first is kept, and text is a fault. */
  abstract file(held: FileHeader | undefined): FileHeader | undefined
  /** Adds the file of the pair to a list; text is a fault. */
  abstract files(list: FileHeader[] | undefined): FileHeader[] | undefined
  /** Whether the pair is a file, which no reader of text takes. */
  abstract isFile(): boolean

  /**
   * The next part of the key, with a dot when there is more below it, or when only that is in `keys`. What is not in `keys`
   * need not be told apart.
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

  /** Takes a pair of one element of a list of objects: `posts[0][title]`. */
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

  /** The index that the next part of the key is. */
  protected elementIndex(): number | undefined {
    return this.indexOf(this.inner().replace('.', ''))
  }

  /** Takes one member of a record: `filter[name]`. */
  entry<T>(record: Record<string, T> | undefined, type: Scalar<T>): Record<string, T> | undefined {
    const key = this.inner()
    if (key === '' || key.endsWith('.')) {
      this.refuseEntry(key)
      return record
    }
    const value = this.value(type)
    if (value === undefined) return withoutEntry(record, key)
    // Without a prototype no key is special.
    const some: Record<string, T> = record ?? Object.create(null)
    some[key] = value
    return some
  }

  /** Takes one element of a list of scalars by its place: `colors[0]`. */
  indexed<T>(list: T[] | undefined, type: Scalar<T>, gaps?: 'zero'): T[] | undefined {
    const index = this.listIndex()
    if (index === undefined) return list
    const value = this.value(type)
    if (value === undefined) return this.withoutIndex(list, index)
    return this.place(list ?? [], index, value, gaps === 'zero' ? type : undefined)
  }

  /** Takes one file of a list by its place: `photos[0]`. As of a property, the first that is given counts. */
  indexedFile(list: FileHeader[] | undefined): FileHeader[] | undefined {
    const index = this.listIndex()
    if (index === undefined) return list
    const file = this.file(undefined)
    const some = list ?? []
    if (file === undefined || this.indices?.get(some)?.at.includes(index)) return list
    return this.place(some, index, file, undefined)
  }

  /** The index at the end of the key; `undefined`, and a fault, when it is none or there is more below it. */
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

  /** Takes a pair that no property reads. One that a property has no room for is a fault. */
  override unknown(): void {
    const { level, path } = this
    const hasMore = this.rest < path.length
    if (level !== undefined && this.isPlain()) this.refuseMembers(level)
    else if (hasMore && (level?.indexOf(path.slice(this.from, this.rest - 1)) ?? -1) !== -1)
      this.refuseKey(this.here(), single(this.here()))
    else super.unknown()
  }

  /** Reports a value for an object, or a key without an index for a list of such objects. */
  private refuseMembers({ names: [first = '…'] }: KeyTable): void {
    const { unindexed: list, path } = this
    const member = first.replace('.', '')
    if (list !== undefined)
      this.refuseValue(list, `must be a list of objects, sent as ${bracketed(list)}[0][${member}]`)
    else this.refuseValue(path, `must be an object, sent as ${bracketed(path)}[${member}]`)
  }

  /** Reports that a key has no index. The reader of elements knows their members, and so how to send one. */
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
    // The key of an entry is text of the request, which is no part of a message.
    else this.refuseKey(this.here(), single(example))
  }

  /** Whether the value is that of a property which holds members or elements, as the key ends with its name. */
  private isPlain(): boolean {
    return this.from > this.path.length
  }

  /** Reports a value where only keys below it are read; an empty one is absent. */
  private refuseValue(field: string, message: string): void {
    const isEmpty = !this.isFile() && this.text() === ''
    if (!isEmpty || field !== this.path) this.wrongAt(field, message)
  }

  /** Reports that the key goes on where nothing can be below it. */
  private refuseKey(field: string, message: string): void {
    this.wrongAt(field, message)
    this.skip()
  }

  /** Takes text where a file is read: a fault, but for an empty one, which is absent. */
  protected refuseText(): undefined {
    return this.text() === ''
      ? undefined
      : this.wrongAt(this.wholeKey(), 'must be a file, sent as multipart/form-data')
  }

  /** The key up to the part that was given last, without it. */
  private above(): string {
    return this.path.slice(0, Math.max(this.from - 1, 0))
  }

  /** The key up to the part that was given last. */
  private here(): string {
    return this.path.slice(0, this.rest - 1)
  }

  /** Keeps a list in the order of its indices, whatever the order of arrival. */
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

  /** The last value of an index counts: an empty one takes back what came before. */
  private withoutIndex<T>(list: T[] | undefined, index: number): T[] | undefined {
    const at = list && this.indices?.get(list)?.at
    const i = at?.indexOf(index) ?? -1
    if (list === undefined || at === undefined || i === -1) return list
    list.splice(i, 1)
    at.splice(i, 1)
    return list.length === 0 ? undefined : list
  }

  /** The whole key up to the index at its end. */
  private listKey(): string {
    const key = this.wholeKey()
    return key.slice(0, key.lastIndexOf('.') + 1)
  }

  /** Values that came without an index (`a=1` among `a[0]=1`) stand behind the element that was last when they came. */
  private countRepeated(at: number[], list: readonly unknown[]): void {
    while (at.length < list.length) at.push(this.checkedIndex((at.at(-1) ?? -1) + 1))
  }

  /** The number that a part of a key says; `undefined` when it is no index. */
  private indexOf(part: string): number | undefined {
    return /^\d+$/.test(part) ? this.checkedIndex(Number(part)) : undefined
  }

  protected checkedIndex(index: number): number {
    if (index < this.settings.maxArrayLength) return index
    return this.refuse(`an index of ${this.settings.maxArrayLength} or more`)
  }

  /** Reports the gaps in lists that were given by index, or fills them with zero values. */
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

  /** Takes a key apart that was read where it stands, with the part that was given last as before. */
  protected settle(): void {}

  /** Sets the key by its first part, which has a dot when there is more. */
  protected override setKey(first: string): void {
    super.setKey(first)
    const { keys } = this
    if (keys === undefined || this.field !== -1) return
    this.level = keys
    this.from = 0
    if (this.path !== '') return
    // The whole key must be known to whom it is unknown.
    this.path = first
    this.rest = first.length + 1
    const nested = keys.nestedOnly(first)
    if (nested !== undefined) super.setKey(nested)
  }

  /** Takes a decoded key apart; returns its first part. */
  protected open(key: string): string {
    const path = keyPath(key, this.settings.maxDepth, (message) => this.refuse(message))
    if (!path.includes('.')) return path
    this.path = path
    this.rest = path.indexOf('.') + 1
    return path.slice(0, this.rest)
  }
}

/** `a.b.0` as `a[b][0]`, which is how a client may send it. */
function bracketed(path: string): string {
  const [first = '', ...parts] = path.split('.')
  return parts.reduce((key, part) => `${key}[${part}]`, first)
}

function single(path: string): string {
  return `must be a single value, sent as ${bracketed(path)}`
}

/** The last value of a key counts: an empty one takes back what came before. */
function withoutEntry<T>(record: Record<string, T> | undefined, key: string): Record<string, T> | undefined {
  if (record === undefined) return undefined
  delete record[key]
  return Object.keys(record).length === 0 ? undefined : record
}

/** Elements of a list of objects by their index; a hole where none has come. */
export type Elements<T> = (T | undefined)[]

/** What pairs gave of an object so far, under the keys of its members. */
// biome-ignore lint/suspicious/noExplicitAny: the reader of the object's type tells what each member is
export type Held = Record<string, any>

/** A list of objects that was given by index, with objects without members in its gaps. */
export function withoutGaps(elements: unknown): unknown {
  return Array.isArray(elements) ? Array.from(elements, (one: unknown) => one ?? {}) : elements
}
