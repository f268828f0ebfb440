import { isUnmodified } from '../request/freshness.ts'
import { headerList, headerValue } from '../request/header-lines.ts'
import { parseHttpDate } from '../request/http-date.ts'
import { trimBlanks } from '../request/trim-blanks.ts'

/** What a file says of the version it is. */
export interface FileVersion {
  readonly etag: string
  /** As the Last-Modified header has it. */
  readonly lastModified: string
}

/** Whether the client wants the request to fail because the file is another one (RFC 9110 section 13.2.2). */
export function isPreconditionFailed(lines: readonly string[], version: FileVersion): boolean {
  const match = headerList(lines, 'if-match')
  if (match !== '') return !matchesStrongly(match, version.etag)
  const since = headerList(lines, 'if-unmodified-since')
  return parseHttpDate(since) !== undefined && !isUnmodified(since, version.lastModified)
}

/** Whether a Range header is meant for this version of the file: an If-Range names it, or there is none. */
export function isRangeMeant(lines: readonly string[], version: FileVersion): boolean {
  const line = headerValue(lines, 'if-range')
  if (line === undefined) return true
  const condition = trimBlanks(line)
  if (condition.includes('"')) return condition === version.etag
  return parseHttpDate(condition) === parseHttpDate(version.lastModified)
}

function matchesStrongly(list: string, etag: string): boolean {
  if (trimBlanks(list) === '*') return true
  // Our own tags hold no commas and are never weak.
  return list.split(',').some((element) => trimBlanks(element) === etag)
}
