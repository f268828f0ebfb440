import type { Incoming } from './incoming.ts'

/** Whether two header names are equal; `lower` is already in lower case. */
export function isHeaderName(name: string, lower: string): boolean {
  return name.length === lower.length && (name === lower || name.toLowerCase() === lower)
}

/** The value of the first line with a name; `lower` is the name in lower case. */
export function headerValue(lines: readonly string[], lower: string): string | undefined {
  for (let i = 0; i < lines.length; i += 2) {
    if (isHeaderName(lines[i] ?? '', lower)) return lines[i + 1]
  }
  return undefined
}

/** The value of the last line with a name; `lower` is the name in lower case. */
export function lastHeaderValue(lines: readonly string[], lower: string): string | undefined {
  for (let i = lines.length - 2; i >= 0; i -= 2) {
    if (isHeaderName(lines[i] ?? '', lower)) return lines[i + 1]
  }
  return undefined
}

/** All lines with a name, joined into one list (RFC 9110 section 5.3); `""` when absent. */
export function headerList(lines: readonly string[], lower: string, separator: string = ', '): string {
  let list: string | undefined
  for (let i = 0; i < lines.length; i += 2) {
    if (!isHeaderName(lines[i] ?? '', lower)) continue
    const value = lines[i + 1] ?? ''
    list = list === undefined ? value : list + separator + value
  }
  return list ?? ''
}

/** `headerList` of a request. */
export function requestHeader(incoming: Incoming, lower: string): string {
  return incoming.headerText?.(lower) ?? headerList(incoming.rawHeaders, lower)
}

/** Every name in lower case with one entry per line. The record has no prototype, so no name is special. */
export function headerRecord(lines: readonly string[]): Record<string, string[]> {
  const record: Record<string, string[]> = Object.create(null)
  for (let i = 0; i < lines.length; i += 2) {
    const name = (lines[i] ?? '').toLowerCase()
    const value = lines[i + 1] ?? ''
    const seen = record[name]
    if (seen === undefined) record[name] = [value]
    else seen.push(value)
  }
  return record
}

/** Whether a body follows (RFC 9112 section 6.3). Reads the raw lines, to avoid building a header object. */
export function announcesBody(lines: readonly string[]): boolean {
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (isHeaderName(name, 'content-length')) return lines[i + 1] !== '0'
    if (isHeaderName(name, 'transfer-encoding')) return true
  }
  return false
}

/** The length of a body as announced; 0 when it is unknown. */
export function announcedLength(lines: readonly string[]): number {
  return Number(headerList(lines, 'content-length')) || 0
}

/**
 * Trims spaces and tabs, as HTTP allows around a value (RFC 9110 section 5.6.3). `trim()` would also remove no-break
 * spaces, so that different names would become equal.
 */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
