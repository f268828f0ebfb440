import type { BindSourceName } from '../../error/bind-error.ts'
import {
  mustBeSentObject,
  mustBeSentObjects,
  mustHaveIndex,
  tooLong,
  tooManyIssues,
  tooManyKeys,
} from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { maxIssues } from '../../error/max-issues.ts'
import type { PartHeaders } from '../../request/file-header.ts'
import type { FileStream, FileStreams } from '../../request/file-stream.ts'
import { parserConfig } from '../reading/parser-config.ts'
import { Reading } from '../reading/reading.ts'
import { refusal, type Scalar, type WholeScalar } from '../scalar/scalar.ts'
import { bracketed, KeyParts, single } from './key-parts.ts'
import type { KeyTable } from './key-table.ts'

/**
 * A cursor over the pairs of a text source that reads each value straight into its type.
 *
 * `next()` moves to a pair and sets `key`; exactly one reader must then take the value. For a nested key
 * (`posts[0][title]`, `posts.0.title`), `key` is its first part with a dot, `posts.`, and `inner()` returns the next
 * part.
 */
export abstract class TextPairs extends KeyParts {
  /** The decoded key without a trailing `[]`; with a table, `""` for unknown keys. */
  key = ''
  /** The index of the key in the table; -1 when unknown. */
  field = -1
  protected readonly keys: KeyTable | undefined
  readonly reading: Reading
  readonly source: BindSourceName
  /** The list of objects to which the key has no index. */
  unindexed: string | undefined = undefined
  /** The lists with elements that were sent with an index. */
  lists: EndedLists | undefined = undefined
  private wrongs: WrongValue[] | undefined = undefined
  private pairs = 0

  constructor(source: BindSourceName, at: Reading, keys: KeyTable | undefined) {
    super(at.c.bindSettings())
    at.source = source
    this.keys = keys
    this.source = source
    this.reading = at
  }

  /** Moves to the next pair with a key. Returns false at the end, after reporting issues. */
  next(): boolean {
    this.within = undefined
    if (!this.advance()) {
      this.lists?.end()
      if (this.wrongs !== undefined) this.report(this.wrongs)
      return false
    }
    if (++this.pairs > this.settings.maxKeys)
      this.refuse(withValues(tooManyKeys, { max: this.settings.maxKeys }))
    return true
  }

  /** Reads the value as text. */
  abstract text(): string
  /** Moves to the next pair and sets `key`. */
  protected abstract advance(): boolean
  /** Skips the value, if the end of the pair depends on it. */
  protected skip(): void {}
  /** Moves before the first pair. */
  protected abstract rewind(): void

  /** Sets a literal key, and its index in the table if there is one. */
  protected setKey(key: string): void {
    this.taken = 0
    this.setField(key)
  }

  /** Sets a key of the table. */
  protected setKnown(key: string, field: number): void {
    this.taken = 0
    this.key = key
    this.field = field
  }

  /** Sets a decoded key that may have parts. */
  protected setSplit(key: string): void {
    this.setPath(this.split(key))
  }

  /** Sets a key that is read by its parts. @param first its first part, with a dot if more parts follow */
  protected setPath(first: string): void {
    const { keys } = this
    this.setField(first)
    if (keys === undefined || this.field !== -1) return
    this.level = keys
    const nested = keys.nestedOnly(first)
    if (nested !== undefined) this.setField(nested)
  }

  /** Sets a key of the table that is read by its parts. */
  protected setKnownPath(first: string, field: number): void {
    this.key = first
    this.field = field
  }

  private setField(key: string): void {
    if (this.keys !== undefined) this.field = this.keys.indexOf(key)
    this.key = this.keys === undefined || this.field !== -1 ? key : ''
  }

  override wholeKey(): string {
    return this.taken === 0 ? this.key : super.wholeKey()
  }

  /** Reads the value as `type`; `undefined` when it is empty (and so absent) or wrong. */
  value<T>(type: Scalar<T>): T | undefined {
    const text = this.text()
    if (text === '' && !type.takesEmpty) return this.emptyValue(type)
    return type.read(text) ?? this.wrong(refusal(type, text))
  }

  private emptyValue<T>(type: Scalar<T>): T | undefined {
    if (!parserConfig().zeroEmpty) return undefined
    return type.zero ?? this.wrong(type.issue)
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

  /** The file of the pair, if it is one; no function where the source cannot hold files. */
  sentFile?(): SentFile | undefined

  /** The file of the current key, which may yet come. */
  fileStream?(): FileStream

  /** The files of the current key. */
  fileStreams?(): FileStreams

  /** Skips a pair without a property. A value or key that a known property cannot hold is an issue. */
  unknown(): void {
    const { level } = this
    const isPath = this.taken > 0
    if (isPath && level !== undefined && this.isPlain()) this.refuseMembers(level)
    else if (isPath && !this.isLast() && (level?.indexOf(this.lastPart()) ?? -1) !== -1)
      this.refuseKey(this.here(), single(this.here()))
    else this.reportUnknown(isPath ? level : this.keys)
  }

  private reportUnknown(keys: KeyTable | undefined): void {
    if (this.reportsUnknown() && this.settled().isStrict) {
      const key = this.wholeKey()
      const name = key.slice(key.lastIndexOf('.') + 1)
      this.wrong(this.reading.unknownIssue(name, keys), 'every')
    }
    this.skip()
  }

  /** Whether strict parsing reports unknown keys: not for cookies, which other apps set as well. */
  protected reportsUnknown(): boolean {
    return true
  }

  /** Reports a value in place of an object, or a key without an index in a list of objects. */
  private refuseMembers({ names: [first = '…'] }: KeyTable): void {
    const path = this.wholeKey()
    const { unindexed: list } = this
    const member = first.replace('.', '')
    const key = `${bracketed(list ?? path)}${list === undefined ? '' : '[0]'}[${member}]`
    const issue = list === undefined ? mustBeSentObject : list === path ? mustBeSentObjects : mustHaveIndex
    this.refuseValue(list ?? path, withValues(issue, { key }))
  }

  /** Reports a value where only nested keys are allowed; an empty value is absent. */
  refuseValue(field: string, issue: IssueText): void {
    const isEmpty = !this.isFile() && this.text() === ''
    if (!isEmpty || field !== this.wholeKey()) this.wrongAt(field, issue)
  }

  /** Reports a key that does not fit the property. */
  refuseKey(field: string, issue: IssueText): void {
    this.wrongAt(field, issue)
    this.skip()
  }

  /** The settings for unknown keys and for `null`: of the nested DTO around the pair, else of the whole. */
  settled(): Pick<Reading, 'isStrict' | 'refusesNull'> {
    const { within, reading } = this
    if (within === undefined) return reading
    return new Reading(reading.c, undefined, within === 'app' ? undefined : within)
  }

  /** Reports a missing element before later ones of a list. */
  missingElement(field: string): void {
    this.reading.source = this.source
    this.reading.missing(field)
  }

  /** Reports a wrong value. For a scalar only the last value counts, for a list each one. */
  wrong(issue: IssueText, counts: 'last' | 'every' = 'last'): undefined {
    return this.note({ path: this.wholeKey(), issue, counts })
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

  /** Aborts the bind when a limit is exceeded, or for a malformed key. */
  refuse(issue: IssueText): never {
    // An issue of the key takes precedence over its number or index.
    this.wholeKey()
    return this.settings.refuse(this.source, '', issue)
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
      this.reading.wrong(value.path, value.issue)
    }
  }
}

interface WrongValue {
  /** The key of the pair. */
  readonly key: string
  /** The path of the issue: the key, or a value inside its JSON. */
  readonly path: string
  readonly issue: IssueText
  /** The number of the pair, from 1. */
  readonly pair: number
  readonly counts: 'last' | 'every' | 'once'
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

/**
 * The pairs that fill an object of the type `_Of`, named by generated code, which then stops compiling when the type
 * changes.
 */
export type FormPairs<_Of> = TextPairs

/** Elements of a list of objects by index, with holes for missing ones. */
export type Elements<T> = (T | undefined)[]

/** The members of an object read so far, by key. */
// biome-ignore lint/suspicious/noExplicitAny: the reader of the object's type checks each member
export type Members = Record<string, any>

/** The elements of a list, with empty objects in its holes. */
export function withoutGaps(elements: unknown): unknown {
  return Array.isArray(elements) ? Array.from(elements, (one: unknown) => one ?? {}) : elements
}
