import { isFresh } from '../request/freshness.ts'
import { headerList, headerValue } from '../request/header-lines.ts'
import { acceptedCoding } from './accept-coding.ts'
import { partsOf } from './byte-ranges.ts'
import { isPreconditionFailed, isRangeMeant } from './file-conditions.ts'
import type { FileCoding, FilePart, FileRequest, SendFileOptions, StoredFile } from './file-store.ts'
import { multipartRanges } from './multipart-ranges.ts'
import type { ResponseDraft } from './response-draft.ts'
import { varyList } from './vary-list.ts'

/** Sends a file: whole, compressed or in parts, or the status of a precondition (304, 412). */
export async function sendStoredFile(
  draft: ResponseDraft,
  request: FileRequest,
  file: StoredFile,
  options: SendFileOptions,
): Promise<void> {
  if (!draft.holds(request.place)) return
  draft.dropBody()
  const range = options.byteRange === true ? rangeOf(request) : undefined
  const coding = isCompressible(draft, request, options) ? codingFor(request, file) : undefined
  const bytes = coding === undefined ? undefined : await file.compressed(coding)
  if (!draft.holds(request.place)) return
  writeFileHeaders(draft, file, options, bytes === undefined ? undefined : coding)
  const conditional = draft.status === 200 && (request.method === 'GET' || request.method === 'HEAD')
  if (conditional && answersCondition(draft, request.rawHeaders)) {
    if (draft.status === 304) writeMaxAge(draft, options)
    return
  }
  if (bytes !== undefined) {
    draft.body = bytes
    draft.putBodyHeader('Content-Encoding', coding ?? '')
  } else if (conditional && range !== undefined) sendRange(draft, request, file, range)
  else draft.body = file.part(0, file.size)
  if (!conditional || draft.status !== 416) writeMaxAge(draft, options)
}

/** Ranges count bytes of the uncompressed file, and a body that the handler has encoded is not encoded again. */
function isCompressible(draft: ResponseDraft, request: FileRequest, { compress }: SendFileOptions): boolean {
  if (compress !== true || draft.header('content-encoding') !== undefined) return false
  return rangeOf(request) === undefined
}

/** Ranges are defined for GET only; other methods must ignore them (RFC 9110 section 14.2). */
function rangeOf({ method, rawHeaders }: FileRequest): string | undefined {
  return method === 'GET' ? headerValue(rawHeaders, 'range') : undefined
}

function codingFor({ rawHeaders }: FileRequest, { codings }: StoredFile): FileCoding | undefined {
  return acceptedCoding(headerList(rawHeaders, 'accept-encoding'), codings)
}

/** Keeps the handler's headers, except for those that an option sets. */
function writeFileHeaders(
  draft: ResponseDraft,
  file: StoredFile,
  { compress, download, byteRange }: SendFileOptions,
  coding: FileCoding | undefined,
): void {
  if (draft.header('content-type') === undefined) draft.putBodyHeader('Content-Type', file.type)
  if (draft.header('last-modified') === undefined)
    draft.putBodyHeader('Last-Modified', new Date(file.modified).toUTCString())
  if (draft.header('etag') === undefined)
    // A compressed body needs a different ETag.
    draft.putBodyHeader('ETag', coding === undefined ? file.etag : `${file.etag.slice(0, -1)}-${coding}"`)
  if (byteRange === true) draft.putBodyHeader('Accept-Ranges', 'bytes')
  if (download === true) draft.putBodyHeader('Content-Disposition', 'attachment')
  if (compress === true) {
    draft.putHeader('Vary', varyList(draft.headerList('vary'), ['Accept-Encoding']))
  }
}

/** Not for 412 and 416, which a cache would store in place of the file. */
function writeMaxAge(draft: ResponseDraft, { maxAge = 0 }: SendFileOptions): void {
  if (maxAge > 0) draft.putBodyHeader('Cache-Control', `public, max-age=${Math.floor(maxAge)}`)
}

/** Sets the status and returns true when a precondition leads to 412 or 304. */
function answersCondition(draft: ResponseDraft, lines: readonly string[]): boolean {
  const version = versionOf(draft)
  if (isPreconditionFailed(lines, version)) draft.status = 412
  else if (isFresh(lines, version)) draft.status = 304
  else return false
  return true
}

function versionOf(draft: ResponseDraft): { etag: string; lastModified: string } {
  return { etag: draft.header('etag') ?? '', lastModified: draft.header('last-modified') ?? '' }
}

function sendRange(draft: ResponseDraft, request: FileRequest, file: StoredFile, range: string): void {
  const { rawHeaders, maxRanges } = request
  const parts = isRangeMeant(rawHeaders, versionOf(draft)) ? partsOf(range, file.size, maxRanges) : undefined
  const [only] = parts ?? []
  if (parts === undefined) draft.body = file.part(0, file.size)
  else if (only === undefined) refuseRange(draft, file.size)
  else if (parts.length === 1) sendPart(draft, file, only)
  else sendParts(draft, file, parts)
}

function refuseRange(draft: ResponseDraft, size: number): void {
  draft.status = 416
  draft.putHeader('Content-Range', `bytes */${size}`)
  draft.removeHeader('content-type')
}

function sendPart(draft: ResponseDraft, file: StoredFile, { start, end }: FilePart): void {
  draft.status = 206
  draft.putBodyHeader('Content-Range', `bytes ${start}-${end - 1}/${file.size}`)
  draft.body = file.part(start, end)
}

function sendParts(draft: ResponseDraft, file: StoredFile, parts: readonly FilePart[]): void {
  const { type, pieces } = multipartRanges(parts, file.size, draft.header('content-type') ?? file.type)
  draft.status = 206
  draft.putBodyHeader('Content-Type', type)
  draft.body = file.parts(pieces)
}
