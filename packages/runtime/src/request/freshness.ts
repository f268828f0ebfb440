import { headerList } from './header-lines.ts'
import { parseHttpDate } from './http-date.ts'
import { splitOutsideQuotes } from './media-type.ts'
import { trimBlanks } from './trim-blanks.ts'

/** What a response says of the version it carries. */
export interface Validators {
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

/**
 * Whether the client's copy is still good (RFC 9110 section 13): true means that a GET or HEAD may be answered with 304.
 * @param lines the request's header lines.
 */
export function isFresh(lines: readonly string[], validators: Validators): boolean {
  const noneMatch = headerList(lines, 'if-none-match')
  const modifiedSince = headerList(lines, 'if-modified-since')
  if (noneMatch === '' && modifiedSince === '') return false
  if (asksForNew(headerList(lines, 'cache-control'))) return false
  // A date is too coarse to count beside a tag (RFC 9110 section 13.1.3).
  if (noneMatch !== '') return matchesEtag(noneMatch, validators.etag)
  return isUnmodified(modifiedSince, validators.lastModified)
}

function asksForNew(cacheControl: string): boolean {
  if (cacheControl === '') return false
  return splitOutsideQuotes(cacheControl, ',').some(
    (directive) => trimBlanks(directive.split('=', 1)[0] ?? '').toLowerCase() === 'no-cache',
  )
}

/** Whether an If-None-Match list names the tag, compared weakly. */
function matchesEtag(list: string, etag: string | undefined): boolean {
  if (trimBlanks(list) === '*') return true
  const tag = etag === undefined ? undefined : opaqueTag(etag)
  return tag !== undefined && tagsOf(list).some((element) => opaqueTag(trimBlanks(element)) === tag)
}

/** The elements of the list. A comma inside a tag belongs to it, and a backslash in it is no escape. */
function tagsOf(list: string): string[] {
  const tags: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < list.length; i++) {
    const char = list[i]
    if (char === '"') quoted = !quoted
    else if (char === ',' && !quoted) {
      tags.push(list.slice(start, i))
      start = i + 1
    }
  }
  tags.push(list.slice(start))
  return tags
}

const entityTag = /^(?:W\/)?("[^"]*")$/

/** The tag without its weakness, in its quotes; `undefined` when it is none. */
function opaqueTag(text: string): string | undefined {
  return entityTag.exec(text)?.[1]
}

/** Whether nothing has changed since then, to the second. */
export function isUnmodified(since: string, lastModified: string | undefined): boolean {
  const modified = lastModified === undefined ? undefined : parseHttpDate(lastModified)
  const then = parseHttpDate(since)
  return modified !== undefined && then !== undefined && modified <= then
}
