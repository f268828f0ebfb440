import type { BindSourceName } from '../../error/bind-error.ts'
import { FileHeader } from '../../request/file-header.ts'
import type { Reading } from '../reading.ts'
import { FormPairs } from './form-pairs.ts'
import type { KeyTable } from './key-table.ts'

/** A cursor over the values of a record or of pairs, such as a FormData, in place of a text. */
export class ValuePairs extends FormPairs {
  private readonly record: unknown
  private readonly hasPaths: boolean
  private sent: Iterator<Pair>
  private current: unknown = undefined

  /** @param hasPaths whether keys may be paths, as in a form. */
  constructor(source: BindSourceName, value: unknown, hasPaths: boolean, at: Reading, keys?: KeyTable) {
    super(source, at, keys)
    this.record = value
    this.hasPaths = hasPaths
    this.sent = this.pairsOf()
  }

  protected advance(): boolean {
    const next = this.sent.next()
    if (next.done === true) return false
    const [name, value] = next.value
    this.current = value
    this.path = ''
    this.setKey(this.hasPaths ? this.open(name) : name)
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
    return isBlob(this.current) ? (this.wrong('must be text, not a file') ?? '') : textOf(this.current)
  }

  file(held: FileHeader | undefined): FileHeader | undefined {
    const { current } = this
    if (!isBlob(current)) return this.refuseText() ?? held
    // A file input without a file sends an empty one without a name.
    if (current.size === 0 && nameOf(current) === '') return held
    return held ?? new FileHeader(nameOf(current), { 'content-type': [current.type] }, current)
  }

  files(list: FileHeader[] | undefined): FileHeader[] | undefined {
    const file = this.file(undefined)
    if (file === undefined) return list
    const some = list ?? []
    if (some.length === this.settings.maxArrayLength) this.refuseLength()
    some.push(file)
    return some
  }

  isFile(): boolean {
    return isBlob(this.current)
  }

  protected override reportsUnknown(): boolean {
    return this.hasPaths
  }

  protected skip(): void {}

  protected rewind(): void {
    this.sent = this.pairsOf()
  }
}

type Pair = readonly [name: string, value: unknown]

/** The last of several values in a text source. */
export function lastText(value: unknown, name: string): string | undefined {
  return textsOf(value, name)?.at(-1)
}

/** All values with a name; `undefined` when there are none. */
export function textsOf(value: unknown, name: string): string[] | undefined {
  const texts: string[] = []
  for (const [key, held] of entriesOf(value)) {
    if (key === name) for (const [, one] of flat(key, held)) texts.push(textOf(one))
  }
  return texts.length === 0 ? undefined : texts
}

/** Header lines: name, value, name, value, … */
export function linesOf(value: unknown): string[] {
  const lines: string[] = []
  for (const [name, held] of entriesOf(value)) {
    for (const [, one] of flat(name, held)) lines.push(name, textOf(one))
  }
  return lines
}

/** Whether a value is a list of pairs itself: URLSearchParams, FormData, Headers, a Map. */
export function isPairs(value: unknown): value is Iterable<Pair> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value)
}

function entriesOf(value: unknown): Iterable<Pair> {
  return isPairs(value) ? value : Object.entries(value ?? {})
}

/** A list under one name is its elements. */
function* flat(name: string, value: unknown): Generator<Pair> {
  if (Array.isArray(value) && !value.some(isPlain)) {
    for (const one of value) yield* flat(name, one)
  } else if (value !== undefined && value !== null) yield [name, value]
}

/** The members of an object, as a form names them: `owner[name]`. */
function* nested(name: string, value: unknown, depth: number): Generator<Pair> {
  if (!isPlain(value) && !(Array.isArray(value) && value.some(isPlain))) yield* flat(name, value)
  else if (depth === 0) yield [name, '']
  else {
    for (const [key, held] of Object.entries(value)) yield* nested(`${name}[${key}]`, held, depth - 1)
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  return isPlain(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

function isBlob(value: unknown): value is Blob {
  return typeof Blob !== 'undefined' && value instanceof Blob
}

function nameOf(blob: Blob): string {
  return 'name' in blob ? String(blob.name) : 'blob'
}
