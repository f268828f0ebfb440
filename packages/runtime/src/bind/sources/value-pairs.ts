import type { BindSourceName } from '../../error/bind-error.ts'
import { mustBeNoFile } from '../../error/english-issues.ts'
import { parsersOf } from '../parsers/parsers.ts'
import type { Reading } from '../reading/reading.ts'
import type { KeyTable } from '../text/key-table.ts'
import { type SentFile, TextPairs } from '../text/text-pairs.ts'
import { entriesOf, flat, isPlain, type Pair, textOf } from './value-texts.ts'

/** A cursor over the values of a record or of pairs, such as a FormData, in place of a text. */
export class ValuePairs extends TextPairs {
  private readonly record: unknown
  private readonly hasPaths: boolean
  private sent: Iterator<Pair>
  private current: unknown = undefined

  /** @param hasPaths whether keys may be paths, as in a form. */
  constructor(source: BindSourceName, hasPaths: boolean, at: Reading, keys?: KeyTable) {
    super(source, at, keys)
    this.record = parsersOf(at.c).held?.(at.c)
    this.hasPaths = hasPaths
    this.sent = this.pairsOf()
  }

  protected advance(): boolean {
    const next = this.sent.next()
    if (next.done === true) return false
    const [name, value] = next.value
    this.current = value
    if (this.hasPaths) this.setSplit(name)
    else this.setKey(name)
    return true
  }

  private *pairsOf(): Generator<Pair> {
    for (const [name, value] of entriesOf(this.record)) {
      const isNested = this.keys === undefined || this.keys.indexOf(name) === -1
      const hasMembers = isNested || this.keys.indexOf(`${name}.`) !== -1
      yield* this.hasPaths && hasMembers ? nested(name, value, this.settings.maxDepth) : flat(name, value)
    }
  }

  text(): string {
    return isBlob(this.current) ? (this.wrong(mustBeNoFile) ?? '') : textOf(this.current)
  }

  override sentFile(): SentFile | undefined {
    const { current } = this
    if (!isBlob(current)) return undefined
    const name = nameOf(current)
    // A file input without a file sends an empty one without a name.
    if (current.size === 0 && name === '') return undefined
    return { name, header: { 'content-type': [current.type] }, content: current }
  }

  override isFile(): boolean {
    return isBlob(this.current)
  }

  protected override reportsUnknown(): boolean {
    return this.hasPaths
  }

  protected rewind(): void {
    this.sent = this.pairsOf()
  }
}

/** The members of an object, as a form names them: `owner[name]`. */
function* nested(name: string, value: unknown, depth: number): Generator<Pair> {
  if (!isPlain(value) && !(Array.isArray(value) && value.some(isPlain))) yield* flat(name, value)
  else if (depth === 0) yield [name, '']
  else {
    for (const [key, held] of Object.entries(value)) yield* nested(`${name}[${key}]`, held, depth - 1)
  }
}

function isBlob(value: unknown): value is Blob {
  return typeof Blob !== 'undefined' && value instanceof Blob
}

function nameOf(blob: Blob): string {
  return 'name' in blob ? String(blob.name) : 'blob'
}
