import type { BindSourceName } from '../error/bind-error.ts'
import type { BindInput, BindSettings } from './bind-input.ts'
import { bodyText } from './body-text.ts'
import type { Faults } from './faults.ts'
import { formDecode } from './percent-decode.ts'
import { asNumber, readNumber, type Scalar, type WholeScalar } from './scalar.ts'
import { TextPairs } from './text-pairs.ts'

/** The pairs of the query string. */
export function queryPairs(c: BindInput, faults: Faults): FormPairs {
  return new FormPairs('query', c.rawQuery(), faults, c.bindSettings())
}

/** The pairs of an application/x-www-form-urlencoded body. */
export function formPairs(c: BindInput, faults: Faults): FormPairs {
  return new FormPairs('body', bodyText(c), faults, c.bindSettings())
}

const AMPERSAND = 38
const PERCENT = 37
const PLUS = 43
const MINUS = 45
const DOT = 46
const EQUALS = 61
const OPEN = 91
const CLOSE = 93

/** A cursor over `a=1&b=2` (WHATWG URL, section 5.1), which touches each character once. */
export class FormPairs extends TextPairs {
  readonly #text: string
  /** Where to go on: behind the key until the value is taken, then behind the `&`. */
  #at = 0
  /** The whole key, dotted, when it has more than one part; else `""`. */
  #path = ''
  /** The indices of the elements of lists that were given by index. */
  #indices:
    | Map<unknown[], { readonly key: string; readonly at: number[]; readonly zero: unknown }>
    | undefined
  /** Where the part that `inner()` gives next begins in `#path`. */
  #rest = 0

  constructor(source: BindSourceName, text: string, faults: Faults, settings: BindSettings) {
    super(source, faults, settings)
    this.#text = text
  }

  protected advance(): boolean {
    const text = this.#text
    let start = this.#at
    while (start < text.length) {
      let special = false
      let c = 0
      let i = start
      for (; i < text.length; i++) {
        c = text.charCodeAt(i)
        if (c === EQUALS || c === AMPERSAND) break
        if (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT) special = true
      }
      this.#at = c === EQUALS ? i + 1 : i
      if (i !== start) {
        const key = text.slice(start, i)
        this.#path = ''
        this.key = special ? this.#open(formDecode(key)) : key
        return true
      }
      this.skip()
      start = this.#at
    }
    return false
  }

  text(): string {
    const text = this.#text
    const start = this.#at
    let encoded = false
    let i = start
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === AMPERSAND) break
      if (c === PERCENT || c === PLUS) encoded = true
    }
    this.#at = i + 1
    const value = text.slice(start, i)
    return encoded ? formDecode(value) : value
  }

  /** Reads the digits where they stand; anything but up to 15 of them goes the general way. */
  override int(type: WholeScalar): number | undefined {
    const text = this.#text
    let i = this.#at
    let c = text.charCodeAt(i)
    const negative = c === MINUS
    if (negative) c = text.charCodeAt(++i)
    const digits = i
    let value = 0
    while (c >= 48 && c <= 57) {
      value = value * 10 + (c - 48)
      c = text.charCodeAt(++i)
    }
    const ended = i >= text.length || c === AMPERSAND
    if (!ended || i === digits || i - digits > 15) return this.value(type)
    if (negative) value = 0 - value
    this.#at = i + 1
    return value >= type.min && value <= type.max ? value : this.wrong(type.expected)
  }

  override number(): number | undefined {
    const value = this.text()
    if (value === '') return this.emptyValue(asNumber)
    return readNumber(value) ?? this.wrong(asNumber.expected)
  }

  /** The next part of the key, with a dot when there is more below it. */
  inner(): string {
    const path = this.#path
    const start = this.#rest
    const dot = path.indexOf('.', start)
    this.#rest = dot === -1 ? path.length : dot + 1
    return dot === -1 ? path.slice(start) : path.slice(start, dot + 1)
  }

  /** Takes a pair of one element of a list of objects: `posts[0][title]`. */
  element<T>(
    elements: Elements<T> | undefined,
    read: (pairs: FormPairs, held: T | undefined) => T | undefined,
  ): Elements<T> | undefined {
    const part = this.inner()
    const index = part.endsWith('.') ? this.#indexOf(part.slice(0, -1)) : undefined
    if (index === undefined) {
      this.unknown()
      return elements
    }
    const held = elements?.get(index)
    const element = read(this, held)
    if (element === undefined || element === held) return elements
    return (elements ?? new Map<number, T>()).set(index, element)
  }

  /** Takes one member of a record: `filter[name]`. */
  entry<T>(record: Record<string, T> | undefined, type: Scalar<T>): Record<string, T> | undefined {
    const key = this.inner()
    if (key === '' || key.endsWith('.')) {
      this.unknown()
      return record
    }
    const value = this.value(type)
    if (value === undefined) return record
    // Without a prototype no key is special.
    const some: Record<string, T> = record ?? Object.create(null)
    some[key] = value
    return some
  }

  /** Takes one element of a list of scalars by its place: `colors[0]`. */
  indexed<T>(list: T[] | undefined, type: Scalar<T>, gaps?: 'zero'): T[] | undefined {
    const index = this.#indexOf(this.inner())
    if (index === undefined) {
      this.unknown()
      return list
    }
    const value = this.value(type)
    if (value === undefined) return list
    return this.#place(list ?? [], index, value, gaps === 'zero' ? type.zero : undefined)
  }

  /** Keeps a list in the order of its indices, whatever the order of arrival. */
  #place<T>(list: T[], index: number, value: T, zero: T | undefined): T[] {
    this.#indices ??= new Map()
    const indices = this.#indices.get(list) ?? { key: this.key, at: [...list.keys()], zero }
    this.#indices.set(list, indices)
    while (indices.at.length < list.length) indices.at.push(indices.at.length)
    let i = list.length
    while (i > 0 && (indices.at[i - 1] ?? 0) > index) i--
    const replaces = i > 0 && indices.at[i - 1] === index
    if (!replaces && list.length === this.settings.maxArrayLength) this.refuseLength()
    list.splice(replaces ? i - 1 : i, replaces ? 1 : 0, value)
    if (!replaces) indices.at.splice(i, 0, index)
    return list
  }

  /** The number that a part of a key says; `undefined` when it is no index. */
  #indexOf(part: string): number | undefined {
    if (!/^\d+$/.test(part)) return undefined
    const index = Number(part)
    if (index >= this.settings.maxArrayLength)
      this.refuse(`an index of ${this.settings.maxArrayLength} or more`)
    return index
  }

  /** Reports the gaps in lists that were given by index, or fills them with zero values. */
  protected override ended(): void {
    for (const [list, { key, at, zero }] of this.#indices ?? []) {
      for (let i = 0; i < list.length; i++) {
        if (at[i] === i) continue
        if (zero === undefined) {
          this.missingElement(`${key}${i}`)
          break
        }
        list.splice(i, 0, zero)
        at.splice(i, 0, i)
      }
    }
  }

  protected skip(): void {
    const end = this.#text.indexOf('&', this.#at)
    this.#at = end === -1 ? this.#text.length : end + 1
  }

  protected rewind(): void {
    this.#at = 0
  }

  wholeKey(): string {
    return this.#path === '' ? this.key : this.#path
  }

  /** Takes a decoded key apart; returns its first part. */
  #open(key: string): string {
    const path = dottedPath(key)
    if (path === undefined) {
      this.refuse('unbalanced brackets in a key')
    }
    let depth = 1
    for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) depth++
    if (depth > this.settings.maxDepth) this.refuse(`a key of more than ${this.settings.maxDepth} parts`)
    if (depth === 1) return path
    this.#path = path
    this.#rest = path.indexOf('.') + 1
    return path.slice(0, this.#rest)
  }
}

/** Elements of a list of objects by their index, in order of arrival. */
export type Elements<T> = Map<number, T>

/** Makes the list of its elements, in order of index. A gap is a fault, or, with `zero`, an element of zero values. */
export function finishList<H, T>(
  elements: Elements<H> | undefined,
  key: string,
  faults: Faults,
  finish: (held: H | undefined, key: string | number, faults: Faults) => T | undefined,
  zero?: () => T,
): T[] | undefined {
  if (elements === undefined) return undefined
  const list: T[] = []
  faults.enter(key)
  const length = Math.max(...elements.keys()) + 1
  for (let i = 0; i < length; i++) {
    const held = elements.get(i)
    const element = held === undefined ? (zero?.() ?? faults.missing(String(i))) : finish(held, i, faults)
    if (element !== undefined) list.push(element)
  }
  faults.leave()
  return list
}

/** `a[b][0].c[]` as `a.b.0.c`; `undefined` when the brackets are not balanced. */
export function dottedPath(key: string): string | undefined {
  let path = ''
  let open = false
  let start = 0
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i)
    if (c === OPEN) {
      if (open) return undefined
      open = true
      path += key.slice(start, i)
      start = i + 1
      // `[]` at the end says "list" and adds no part.
      if (key.charCodeAt(start) === CLOSE && start === key.length - 1) return path
      if (path !== '') path += '.'
    } else if (c === CLOSE) {
      if (!open) return undefined
      open = false
      path += key.slice(start, i)
      start = i + 1
      const after = key.charCodeAt(start)
      if (start < key.length && after !== OPEN && after !== DOT) path += '.'
    }
  }
  return open ? undefined : path + key.slice(start)
}
