import { headerList, trimBlanks } from './header-lines.ts'
import { parseHttpDate } from './http-date.ts'
import { splitOutsideQuotes } from './media-type.ts'

/** The validators of a response (RFC 9110 section 8.8). */
interface Validators {
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

/**
 * Whether the client's copy is still valid (RFC 9110 section 13): if so, a GET or HEAD may be answered with 304.
 * @param lines the request's header lines.
 */
export function isFresh(lines: readonly string[], validators: Validators): boolean {
  const noneMatch = headerList(lines, 'if-none-match')
  const modifiedSince = headerList(lines, 'if-modified-since')
  if (noneMatch === '' && modifiedSince === '') return false
  if (asksForNew(headerList(lines, 'cache-control'))) return false
  // An ETag takes precedence over a date (RFC 9110 section 13.1.3).
  if (noneMatch !== '') return matchesEtag(noneMatch, validators.etag)
  return isUnmodified(modifiedSince, validators.lastModified)
}

function asksForNew(cacheControl: string): boolean {
  if (cacheControl === '') return false
  return splitOutsideQuotes(cacheControl, ',').some(
    (directive) => trimBlanks(directive.split('=', 1)[0] ?? '').toLowerCase() === 'no-cache',
  )
}

/** Whether an If-None-Match list contains the tag, by weak comparison. */
function matchesEtag(list: string, etag: string | undefined): boolean {
  if (trimBlanks(list) === '*') return true
  const tag = etag === undefined ? undefined : opaqueTag(etag)
  return tag !== undefined && tagsOf(list).some((element) => opaqueTag(trimBlanks(element)) === tag)
}

/** The elements of the list. A tag may contain a comma, and a backslash in it does not escape. */
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

/** The quoted tag without `W/`; `undefined` when it is invalid. */
function opaqueTag(text: string): string | undefined {
  return entityTag.exec(text)?.[1]
}

/** Whether the last change is not after `since`, to the second. */
export function isUnmodified(since: string, lastModified: string | undefined): boolean {
  const modified = lastModified === undefined ? undefined : parseHttpDate(lastModified)
  const then = parseHttpDate(since)
  return modified !== undefined && then !== undefined && modified <= then
}
