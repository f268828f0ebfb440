import { mustBeSingle, tooHigh, tooManyKeyParts, unbalancedKey } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import type { BindSettings, UnknownKeys } from '../reading/bind-input.ts'
import type { KeyTable } from './key-table.ts'

const DOT = 46
const OPEN = 91
const CLOSE = 93

/** The parts of a key: `a`, `b` and `0` of `a[b][0]`, `a.b.0` and `a[b[0]]`. A trailing `[]` marks a list and is no part. */
export abstract class KeyParts {
  /** The parts, once the key is split. */
  private parts: readonly string[] = noParts
  /** The number of parts that were returned; one more than there are if another was requested, 0 for no path. */
  protected taken = 0
  readonly settings: BindSettings
  /** The table of the last returned part. */
  protected level: KeyTable | undefined = undefined
  /** The setting of the nested DTO that contains the pair. */
  protected within: UnknownKeys | 'app' | undefined = undefined

  constructor(settings: BindSettings) {
    this.settings = settings
  }

  /** Aborts the bind, for a malformed key. */
  abstract refuse(issue: IssueText): never
  /** Splits the key, if it was not yet. */
  protected settle(): void {}

  /** Splits a decoded key, and returns its first part, with a dot if more parts follow. */
  protected split(key: string): string {
    this.scan(key)
    this.taken = 0
    return this.inner()
  }

  /** Takes a key of one part. */
  protected take(key: string): string {
    this.parts = [key]
    this.taken = 1
    return key
  }

  /**
   * The next part of the key, with a trailing dot if more parts follow or only that form is in `keys`; `""` beyond the
   * last. `unknown` is the setting of a nested DTO, for unknown keys in it.
   */
  inner(keys?: KeyTable, unknown?: UnknownKeys | 'app'): string {
    if (unknown !== undefined) this.within = unknown
    this.level = keys
    this.settle()
    const { parts } = this
    const part = parts[this.taken] ?? ''
    this.taken = Math.min(this.taken, parts.length) + 1
    return this.taken < parts.length ? `${part}.` : (keys?.nestedOnly(part) ?? part)
  }

  /** The next part of the key as an index; `undefined` when it is not a number. */
  elementIndex(): number | undefined {
    const part = this.inner().replace('.', '')
    return /^\d+$/.test(part) ? this.checkedIndex(Number(part)) : undefined
  }

  /** @throws BindError for an index beyond the maximum length of a list. */
  checkedIndex(index: number): number {
    if (index < this.settings.maxArrayLength) return index
    return this.refuse(withValues(tooHigh, { max: this.settings.maxArrayLength }))
  }

  /** Whether no parts follow the last returned one. */
  isLast(): boolean {
    this.settle()
    return this.taken >= this.parts.length
  }

  /** Whether the key ends with the name of a property that has members or elements. */
  isPlain(): boolean {
    this.settle()
    return this.taken > this.parts.length
  }

  /** Skips the rest of the key. */
  passParts(): void {
    this.settle()
    this.taken = this.parts.length
  }

  /** The whole key, its parts joined with dots. */
  wholeKey(): string {
    this.settle()
    return this.joined(this.parts.length)
  }

  /** The key before the last returned part. */
  above(): string {
    this.settle()
    return this.joined(this.taken - 1)
  }

  /** The key up to the last returned part. */
  here(): string {
    this.settle()
    return this.joined(Math.min(this.taken, this.parts.length))
  }

  private joined(count: number): string {
    let path = this.parts[0] ?? ''
    for (let i = 1; i < count; i++) path += `.${this.parts[i]}`
    return path
  }

  /** The last returned part. */
  protected lastPart(): string {
    this.settle()
    return this.parts[this.taken - 1] ?? ''
  }

  /** Finds the parts of a decoded key. */
  protected scan(key: string): void {
    const { maxDepth } = this.settings
    const parts: string[] = []
    this.parts = parts
    let part = 0
    let marks = 0
    let open = 0
    let isBalanced = true
    for (let i = 0; i < key.length; i++) {
      const c = key.charCodeAt(i)
      if (c !== OPEN && c !== CLOSE && c !== DOT) {
        // Text after a bracket is a part of its own.
        if (part === -1) part = i
        continue
      }
      if (part !== -1) parts.push(key.slice(part, i))
      part = c === CLOSE ? -1 : i + 1
      if (c === CLOSE && --open < 0) isBalanced = false
      // A key may be as long as the body, so the rest of it is not read.
      if (c !== CLOSE && ++marks > maxDepth) break
      if (c === OPEN && ++open === key.length - part && isBalanced && isOfCloses(key, part)) {
        part = -1
        open = 0
        break
      }
    }
    if (part !== -1) parts.push(key.slice(part))
    const isDeep = marks > maxDepth || (isBalanced && open === 0 && parts.length > maxDepth)
    if (isDeep) this.refuse(withValues(tooManyKeyParts, { max: maxDepth }))
    if (!isBalanced || open !== 0) this.refuse(unbalancedKey)
  }
}

const noParts: readonly string[] = []

/** Whether only closing brackets follow from `start` on. */
function isOfCloses(key: string, start: number): boolean {
  for (let i = start; i < key.length; i++) {
    if (key.charCodeAt(i) !== CLOSE) return false
  }
  return true
}

/** `a.b.0` as `a[b][0]`, a form that clients may send. */
export function bracketed(path: string): string {
  const [first = '', ...parts] = path.split('.')
  return parts.reduce((key, part) => `${key}[${part}]`, first)
}

/** The issue of a key that continues below a single value. */
export function single(path: string): IssueText {
  return withValues(mustBeSingle, { key: bracketed(path) })
}
