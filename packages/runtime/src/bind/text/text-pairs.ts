import type { BindSourceName } from '../../error/bind-error.ts'
import { tooLong, tooManyIssues, tooManyKeys } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { maxIssues } from '../../error/max-issues.ts'
import type { BindSettings, UnknownKeys } from '../bind-input.ts'
import { parserConfig } from '../parser-config.ts'
import { issueError, Reading } from '../reading.ts'
import { refusal, type Scalar, type WholeScalar } from '../scalar.ts'
import type { KeyTable } from './key-table.ts'

/**
 * A cursor over the pairs of a text source that reads each value straight into its type.
 *
 * `next()` moves to a pair and sets `key`; exactly one reader must then take the value. For a nested key
 * (`posts[0][title]`, `posts.0.title`), `key` is its first part with a dot, `posts.`, and `inner()` returns the next
 * part.
 */
export abstract class TextPairs {
  /** The decoded key without a trailing `[]`; with a table, `""` for unknown keys. */
  key = ''
  /** The index of the key in the table; -1 when unknown. */
  field = -1
  readonly settings: BindSettings
  protected readonly keys: KeyTable | undefined
  readonly reading: Reading
  readonly source: BindSourceName
  /** The setting of the nested DTO that holds the pair. */
  protected within: UnknownKeys | 'app' | undefined = undefined
  private wrongs: WrongValue[] | undefined = undefined
  private pairs = 0

  constructor(source: BindSourceName, at: Reading, keys: KeyTable | undefined) {
    at.source = source
    this.keys = keys
    this.source = source
    this.reading = at
    this.settings = at.c.bindSettings()
  }

  /** Moves to the next pair with a key. Returns false at the end, after reporting issues. */
  next(): boolean {
    this.within = undefined
    if (!this.advance()) {
      this.ended()
      if (this.wrongs !== undefined) this.report(this.wrongs)
      return false
    }
    if (++this.pairs > this.settings.maxKeys)
      this.refuse(withValues(tooManyKeys, { max: this.settings.maxKeys }))
    return true
  }

  /** Reads the value as text. */
  abstract text(): string
  /** The whole key, its parts joined with dots. */
  abstract wholeKey(): string
  /** Skips the value. */
  protected abstract skip(): void
  /** Moves to the next pair and sets `key`. */
  protected abstract advance(): boolean
  /** Moves before the first pair. */
  protected abstract rewind(): void

  /** Sets the key, and its index in the table if there is one. */
  protected setKey(key: string): void {
    if (this.keys !== undefined) this.field = this.keys.indexOf(key)
    this.key = this.keys === undefined || this.field !== -1 ? key : ''
  }

  /** Reads the value as `type`; `undefined` when it is empty (and so absent) or wrong. */
  value<T>(type: Scalar<T>): T | undefined {
    const text = this.text()
    if (text === '' && !type.takesEmpty) return this.emptyValue(type)
    return type.read(text) ?? this.wrong(refusal(type, text), 'last', type.cause?.(text))
  }

  /** Reads the value as an integer. */
  int(type: WholeScalar): number | undefined {
    return this.value(type)
  }

  /** Reads the value as a decimal number. */
  number(type: Scalar<number>): number | undefined {
    return this.value(type)
  }

  /** Reads the value as a boolean. */
  bool(type: Scalar<boolean>): boolean | undefined {
    return this.value(type)
  }

  /** Whether the pair is a file, which readers of text refuse. */
  isFile(): boolean {
    return false
  }

  /** Skips a pair without a property. */
  unknown(): void {
    if (this.reportsUnknown() && this.settled().isStrict) {
      const key = this.wholeKey()
      const names = this.shownNames()
      this.wrong(this.reading.unknownIssue(key.slice(key.lastIndexOf('.') + 1), names), 'every')
    }
    this.skip()
  }

  /** The settings for unknown keys and for `null`: of the nested DTO around the pair, else of the whole. */
  settled(): Pick<Reading, 'isStrict' | 'refusesNull'> {
    const { within, reading } = this
    if (within === undefined) return reading
    return new Reading(reading.c, undefined, within === 'app' ? undefined : within)
  }

  /** The names beside an unknown key, as far as they are known. */
  protected shownNames(): readonly string[] {
    return this.keys?.shown() ?? []
  }

  /** Called after the last pair. */
  protected ended(): void {}

  /** Reports a missing element before later ones of a list. */
  missingElement(field: string): void {
    this.reading.source = this.source
    this.reading.missing(field)
  }

  /** Whether strict parsing reports unknown keys: not for cookies, which other apps set as well. */
  protected reportsUnknown(): boolean {
    return true
  }

  /** Reports a wrong value. For a scalar only the last value counts, for a list each one. */
  wrong(issue: IssueText, counts: 'last' | 'every' = 'last', cause?: unknown): undefined {
    return this.note({ path: this.wholeKey(), issue, counts, cause })
  }

  /** Reports the property at `path`, once for all pairs that do not fit it. */
  wrongAt(path: string, issue: IssueText): undefined {
    return this.note({ path, issue, counts: 'once' })
  }

  note(value: Omit<WrongValue, 'key' | 'pair'>): undefined {
    this.wrongs ??= []
    if (this.wrongs.length === maxIssues) this.refuse(withValues(tooManyIssues, { max: maxIssues }))
    this.wrongs.push({ ...value, key: this.wholeKey(), pair: this.pairs })
    return undefined
  }

  protected emptyValue<T>(type: Scalar<T>): T | undefined {
    if (!parserConfig().zeroEmpty) return undefined
    return type.zero ?? this.wrong(type.issue)
  }

  /** Aborts the bind when a limit is exceeded. */
  refuse(issue: IssueText): never {
    throw issueError(this.source, '', issue)
  }

  refuseLength(): never {
    this.refuse(withValues(tooLong, { max: this.settings.maxArrayLength }))
  }

  /** Reports issues, except for scalars replaced by a later pair of the same key. */
  private report(wrong: readonly WrongValue[]): void {
    const last = new Map<string, number>()
    this.rewind()
    for (let pair = 1; this.advance(); pair++) {
      last.set(this.wholeKey(), pair)
      this.skip()
    }
    const reported = new Set<string>()
    for (const value of wrong) {
      if (value.counts === 'last' && last.get(value.key) !== value.pair) continue
      if (value.counts === 'once' && reported.size === reported.add(value.path).size) continue
      this.reading.source = this.source
      this.reading.wrong(value.path, value.issue, value.cause)
    }
  }
}

interface WrongValue {
  /** The key of the pair. */
  readonly key: string
  /** The path of the issue: the key, or a value inside its JSON. */
  readonly path: string
  readonly issue: IssueText
  readonly cause?: unknown
  /** The number of the pair, from 1. */
  readonly pair: number
  readonly counts: 'last' | 'every' | 'once'
}
