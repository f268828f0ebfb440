import { isUnmodified } from '../request/freshness.ts'
import { headerList, headerValue, trimBlanks } from '../request/header-lines.ts'
import { parseHttpDate } from '../request/http-date.ts'

/** The validators of a file. */
interface FileVersion {
  readonly etag: string
  /** In the format of the Last-Modified header. */
  readonly lastModified: string
}

/** Whether a precondition of the request fails for this version of the file (RFC 9110 section 13.2.2). */
export function isPreconditionFailed(lines: readonly string[], version: FileVersion): boolean {
  const match = headerList(lines, 'if-match')
  if (match !== '') return !matchesStrongly(match, version.etag)
  const since = headerList(lines, 'if-unmodified-since')
  return parseHttpDate(since) !== undefined && !isUnmodified(since, version.lastModified)
}

/** Whether the Range header applies to this version of the file: If-Range matches or is absent. */
export function isRangeMeant(lines: readonly string[], version: FileVersion): boolean {
  const line = headerValue(lines, 'if-range')
  if (line === undefined) return true
  const condition = trimBlanks(line)
  // A weak tag is not about bytes (RFC 9110 section 13.1.5).
  if (condition.includes('"')) return condition === version.etag && !condition.startsWith('W/')
  const date = parseHttpDate(condition)
  return date !== undefined && date === parseHttpDate(version.lastModified)
}

function matchesStrongly(list: string, etag: string): boolean {
  if (trimBlanks(list) === '*') return true
  // The runtime's own tags contain no comma and are never weak.
  return list.split(',').some((element) => trimBlanks(element) === etag)
}
