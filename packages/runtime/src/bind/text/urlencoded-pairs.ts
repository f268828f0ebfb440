import { decodeFormText } from '@ctxgen/core/percent'
import type { IssueText } from '../../error/issue-text.ts'
import type { UnknownKeys } from '../bind-input.ts'
import { closesAt, dottedPath, opensAt, plainEnd } from './key-path.ts'
import type { KeyTable } from './key-table.ts'
import { isKnownAt, type KnownKey, type KnownKeys, knownFrom, pathKeys } from './known-keys.ts'
import { UrlencodedValues } from './urlencoded-values.ts'

const AMPERSAND = 38
const PERCENT = 37
const PLUS = 43
const DOT = 46
const EQUALS = 61
const OPEN = 91
const CLOSE = 93

/** The key is available as a string: decoded, or from the table. */
const decoded = -1
/** A bracketed key that is being read part by part. */
const unread = -2

/**
 * A cursor over `a=1&b=2` (WHATWG URL, section 5.1).
 *
 * Known keys are compared in place, bracketed ones part by part, with `[` and `%5B` alike. When that fails, the whole
 * key is decoded and split, which is the authoritative reading.
 */
export class UrlencodedPairs extends UrlencodedValues {
  private readonly known: KnownKeys | undefined = this.keys && pathKeys(this.keys)
  private keyAt = 0
  /** The end of the key, {@link decoded} or {@link unread}. */
  private keyEnd = 0
  /** The next part of an {@link unread} key. */
  private partAt = 0
  /** The number of parts read of a bracketed key; 0 for a key without brackets. */
  private parts = 0

  protected advance(): boolean {
    const text = this.raw
    const length = text.length
    let start = this.at
    while (start < length) {
      if (this.known !== undefined && this.findKnown(this.known, start)) return true
      let special = false
      let i = start
      for (; i < length; i++) {
        const c = text.charCodeAt(i)
        if (c === EQUALS || c === AMPERSAND) break
        if (c <= CLOSE && (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT))
          special = true
      }
      if (i !== start) {
        this.readKey(start, i, special)
        return true
      }
      this.skip()
      start = this.at
    }
    return false
  }

  /** Reads a key of the table at `start`; false when there is none, or decoding is needed. */
  private findKnown(keys: KnownKeys, start: number): boolean {
    const text = this.raw
    for (
      let known = knownFrom(keys, text.charCodeAt(start), this.field);
      known !== undefined;
      known = known.next
    ) {
      const end = start + known.length
      if (end > text.length) continue
      const c = end < text.length ? text.charCodeAt(end) : AMPERSAND
      if (c !== EQUALS && c !== AMPERSAND && c !== OPEN && c !== PERCENT) continue
      if (!isKnownAt(known, text, start, end)) continue
      if (c === OPEN || c === PERCENT) return this.openBrackets(known, start, end)
      return this.setPlain(known, c === EQUALS ? end + 1 : end)
    }
    return false
  }

  /** Reads `a[]`, a list under the key `a`, or begins to read `a[b]`. */
  private openBrackets(known: KnownKey, start: number, end: number): boolean {
    const opens = opensAt(this.raw, end)
    if (opens === 0) return false
    const closes = closesAt(this.raw, end + opens)
    if (closes !== 0) {
      const after = end + opens + closes
      return this.isKeyEnd(after) && this.setPlain(known, this.behindKey(after))
    }
    if (known.nested === -1) return false
    this.field = known.nested
    this.key = known.path
    this.keyAt = start
    this.keyEnd = unread
    this.partAt = end + opens
    this.parts = 1
    return true
  }

  private setPlain({ plain, text }: KnownKey, valueAt: number): boolean {
    if (plain === -1) return false
    this.field = plain
    this.key = text
    this.path = ''
    this.keyEnd = decoded
    this.at = valueAt
    return true
  }

  /** Reads any key. `special` means that it has escapes or is a path. */
  private readKey(start: number, end: number, special: boolean): void {
    this.at = this.behindKey(end)
    this.path = ''
    this.keyAt = start
    this.keyEnd = special ? decoded : end
    this.parts = 0
    const key = this.raw.slice(start, end)
    this.setKey(special ? this.open(decodeFormText(key)) : key)
  }

  /** Decodes the current key and continues with the general path. */
  override settle(): void {
    if (this.keyEnd === decoded || this.parts === 0) return
    let end = this.keyEnd === unread ? this.partAt : this.keyEnd
    while (!this.isKeyEnd(end)) end++
    this.at = this.behindKey(end)
    this.keyEnd = decoded
    this.open(decodeFormText(this.raw.slice(this.keyAt, end)))
    for (let i = 1; i < this.parts; i++) super.inner()
  }

  override inner(keys?: KeyTable, unknown?: UnknownKeys | 'app'): string {
    if (unknown !== undefined) this.within = unknown
    if (this.keyEnd !== unread) return super.inner(keys)
    const part = keys === undefined ? this.plainPart() : this.knownPart(keys)
    if (part !== undefined) return part
    this.settle()
    return super.inner(keys)
  }

  /** The next part, if it is in `keys`; `undefined` when it must be decoded. */
  private knownPart(keys: KeyTable): string | undefined {
    const text = this.raw
    const start = this.partAt
    // Reading beyond the end would return NaN and make V8 deoptimise the calls.
    const first = start < text.length ? text.charCodeAt(start) : AMPERSAND
    for (let known = knownFrom(pathKeys(keys), first, -1); known !== undefined; known = known.next) {
      const end = start + known.length
      const closes = closesAt(text, end)
      if (closes === 0 || !isKnownAt(known, text, start, end)) continue
      if (this.isKeyEnd(end + closes)) {
        return known.plain !== -1 && this.endKey(end + closes) ? known.text : undefined
      }
      return known.nested !== -1 && this.movePast(end) ? known.path : undefined
    }
    return undefined
  }

  /** The next part, if it needs no decoding. */
  private plainPart(): string | undefined {
    const text = this.raw
    const start = this.partAt
    const end = plainEnd(text, start)
    const closes = closesAt(text, end)
    if (closes === 0 || end === start) return undefined
    const part = text.slice(start, end)
    if (this.isKeyEnd(end + closes)) return this.endKey(end + closes) ? part : undefined
    return this.movePast(end) ? `${part}.` : undefined
  }

  override elementIndex(): number | undefined {
    if (this.keyEnd !== unread) return super.elementIndex()
    const text = this.raw
    const start = this.partAt
    let i = start
    let index = 0
    for (; i < text.length; i++) {
      const digit = text.charCodeAt(i) - 48
      if (digit < 0 || digit > 9) break
      index = index * 10 + digit
    }
    if (i !== start && this.movePast(i)) return this.checkedIndex(index)
    this.settle()
    return super.elementIndex()
  }

  /** Moves to the part after the bracket that closes at `end`; false when there is none, or too many. */
  private movePast(end: number): boolean {
    const text = this.raw
    const closes = closesAt(text, end)
    const opens = closes === 0 ? 0 : opensAt(text, end + closes)
    const next = end + closes + opens
    if (opens === 0 || closesAt(text, next) !== 0 || this.parts >= this.settings.maxDepth) return false
    this.partAt = next
    this.parts++
    return true
  }

  /** Ends a bracketed key; false when it has too many parts. */
  private endKey(end: number): boolean {
    if (this.parts >= this.settings.maxDepth) return false
    this.parts++
    this.keyEnd = end
    this.at = this.behindKey(end)
    return true
  }

  /** The start of a key's value. */
  private behindKey(end: number): number {
    return end < this.raw.length && this.raw.charCodeAt(end) === EQUALS ? end + 1 : end
  }

  private isKeyEnd(i: number): boolean {
    if (i >= this.raw.length) return true
    const c = this.raw.charCodeAt(i)
    return c === EQUALS || c === AMPERSAND
  }

  override wholeKey(): string {
    if (this.keyEnd === unread) this.settle()
    if (this.keyEnd === decoded) return super.wholeKey()
    const key = this.raw.slice(this.keyAt, this.keyEnd)
    return this.parts === 0 ? key : (dottedPath(decodeFormText(key)) ?? this.key)
  }

  /** An issue of the whole key takes precedence over its number or index. */
  override refuse(issue: IssueText): never {
    if (this.keyEnd === unread) this.settle()
    super.refuse(issue)
  }

  protected override skip(): void {
    if (this.keyEnd === unread) this.settle()
    super.skip()
  }

  protected override rewind(): void {
    super.rewind()
    this.keyEnd = 0
  }
}
