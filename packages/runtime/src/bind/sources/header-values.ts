import { trimBlanks } from '../../request/header-lines.ts'
import { parsersOf } from '../parsers/parsers.ts'
import type { Reading } from '../reading/reading.ts'
import type { Scalar } from '../scalar/scalar.ts'
import type { JsonReader } from '../shape/json-object.ts'
import type { ListSeparator } from '../text/pair-lists.ts'
import { readJsonText, readText, readTexts } from './text-values.ts'
import { linesOf } from './value-texts.ts'

/** The header lines of the request, or of the response so far. */
interface HeaderLines {
  readonly at: Reading
  /** Flat: name, value, name, value, … */
  readonly lines: readonly string[]
}

export function requestHeaders(at: Reading): HeaderLines {
  at.source = 'header'
  return { at, lines: heldLines(at) ?? at.c.rawHeaders() }
}

export function responseHeaders(at: Reading): HeaderLines {
  at.source = 'respHeader'
  return { at, lines: heldLines(at) ?? at.c.rawResponseHeaders() }
}

/** The lines of a value in place of a request. */
function heldLines({ c }: Reading): readonly string[] | undefined {
  const { held } = parsersOf(c)
  return held && linesOf(held(c))
}

/** The value of the last line with a name; `undefined` when it is absent or does not fit. */
export function headerValue<T>(headers: HeaderLines, name: string, type: Scalar<T>): T | undefined {
  return readText(lastLine(headers, name), name, type, headers.at)
}

/** The JSON in the last line with a name. */
export function headerJson<T>(headers: HeaderLines, name: string, read: JsonReader<T>): T | undefined {
  const { at } = headers
  at.maxDepth = at.c.bindSettings().maxDepth
  return readJsonText(lastLine(headers, name), name, read, at)
}

function lastLine({ lines }: HeaderLines, name: string): string | undefined {
  for (let i = lines.length - 2; i >= 0; i -= 2) {
    if (sameName(lines[i], name)) return lines[i + 1]
  }
  return undefined
}

/**
 * The elements of all lines with a name, split at commas (or `separator`) and trimmed; `undefined` when absent. Empty
 * elements are dropped (RFC 9110 section 5.6.1).
 */
export function headerList<T>(
  headers: HeaderLines,
  name: string,
  type: Scalar<T>,
  separator: ListSeparator = ',',
): T[] | undefined {
  const { at, lines } = headers
  const { maxArrayLength } = at.c.bindSettings()
  let list: T[] | undefined
  for (let i = 0; i < lines.length; i += 2) {
    if (!sameName(lines[i], name)) continue
    const parts = (lines[i + 1] ?? '')
      .split(separator)
      .map(trimBlanks)
      .filter((part) => part !== '')
    if (parts.length === 0 && !type.takesEmpty) continue
    list = readTexts(list ?? [], parts, name, type, maxArrayLength, at)
  }
  return list
}

/** Whether two header names are equal, ignoring ASCII case. */
export function sameName(a: string | undefined, b: string): boolean {
  if (a === undefined || a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y && lowerCase(x) !== lowerCase(y)) return false
  }
  return true
}

function lowerCase(c: number): number {
  return c >= 65 && c <= 90 ? c + 32 : c
}
