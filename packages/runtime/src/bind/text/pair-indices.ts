import { mustBeIndexed } from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import type { Scalar } from '../scalar/scalar.ts'
import { bracketed, single } from './key-parts.ts'
import type { TextPairs } from './text-pairs.ts'

/** Reads an element of a list of scalars, by index: `colors[0]`. */
export function pairIndexed<T>(
  pairs: TextPairs,
  list: T[] | undefined,
  type: Scalar<T>,
  gaps?: 'zero',
): T[] | undefined {
  const index = listIndex(pairs)
  if (index === undefined) return list
  const value = pairs.value(type)
  const lists = indexedLists(pairs)
  if (value === undefined) return lists.without(list, index)
  return lists.place(list ?? [], index, value, gaps === 'zero' ? type : undefined)
}

/** The index at the end of the key; `undefined`, with an issue, when it is not an index or more parts follow. */
export function listIndex(pairs: TextPairs): number | undefined {
  const index = pairs.elementIndex()
  if (index !== undefined && pairs.isLast()) return index
  if (index !== undefined) pairs.refuseKey(pairs.here(), single(pairs.here()))
  else pairs.refuseKey(pairs.above(), withValues(mustBeIndexed, { key: `${bracketed(pairs.above())}[0]` }))
  return undefined
}

/** The lists of a cursor. */
export function indexedLists(pairs: TextPairs): IndexedLists {
  if (pairs.lists instanceof IndexedLists) return pairs.lists
  const lists = new IndexedLists(pairs)
  pairs.lists = lists
  return lists
}

interface Indices {
  readonly key: string
  readonly at: number[]
  readonly fill: Scalar<unknown> | undefined
}

/** The indices of list elements that were sent with an index. */
class IndexedLists {
  private readonly pairs: TextPairs
  private readonly known = new Map<unknown[], Indices>()

  constructor(pairs: TextPairs) {
    this.pairs = pairs
  }

  /** Whether an element was sent. */
  has(list: unknown[], index: number): boolean {
    return this.known.get(list)?.at.includes(index) === true
  }

  /** Inserts an element so that the list is in the order of its indices. */
  place<T>(list: T[], index: number, value: T, fill: Scalar<T> | undefined): T[] {
    const indices = this.known.get(list) ?? { key: this.listKey(), at: [...list.keys()], fill }
    this.known.set(list, indices)
    this.countRepeated(indices.at, list)
    let i = list.length
    while (i > 0 && (indices.at[i - 1] ?? 0) > index) i--
    const replaces = i > 0 && indices.at[i - 1] === index
    if (!replaces && list.length === this.pairs.settings.maxArrayLength) this.pairs.refuseLength()
    list.splice(replaces ? i - 1 : i, replaces ? 1 : 0, value)
    if (!replaces) indices.at.splice(i, 0, index)
    return list
  }

  /** The last value of an index wins: an empty one removes the previous one. */
  without<T>(list: T[] | undefined, index: number): T[] | undefined {
    const at = list && this.known.get(list)?.at
    const i = at?.indexOf(index) ?? -1
    if (list === undefined || at === undefined || i === -1) return list
    list.splice(i, 1)
    at.splice(i, 1)
    return list.length === 0 ? undefined : list
  }

  /** Reports the gaps in lists, or fills them with zero values. */
  end(): void {
    for (const [list, { key, at, fill }] of this.known) {
      this.countRepeated(at, list)
      for (let i = 0; i < at.length; i++) {
        if (at[i] === i) continue
        const zero = fill?.zero
        if (zero === undefined) this.pairs.missingElement(`${key}${i}`)
        list.splice(i, 0, zero)
        at.splice(i, 0, i)
      }
    }
  }

  /** The key up to the index at its end. */
  private listKey(): string {
    const key = this.pairs.wholeKey()
    return key.slice(0, key.lastIndexOf('.') + 1)
  }

  /** Values without an index (`a=1` among `a[0]=1`) get the indices after the last element at that time. */
  private countRepeated(at: number[], list: readonly unknown[]): void {
    while (at.length < list.length) at.push(this.pairs.checkedIndex((at.at(-1) ?? -1) + 1))
  }
}
