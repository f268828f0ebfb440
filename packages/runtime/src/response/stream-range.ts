import type { ByteRange } from '../request/byte-range.ts'
import { headerValue } from '../request/header-lines.ts'
import type { BodySource } from './body-stream.ts'
import { BodyStream } from './body-stream.ts'
import { partsOf } from './byte-ranges.ts'
import { isRangeMeant } from './file-conditions.ts'
import type { FilePart } from './file-store.ts'
import type { ResponseDraft } from './response-draft.ts'
import { type StreamInput, streamSource } from './stream-source.ts'

/** Opens a part of a body, when the client is ready for its first byte. */
export type StreamOpener = (range: ByteRange) => StreamInput

interface RangeRequest {
  readonly method: string
  readonly rawHeaders: readonly string[]
  readonly maxRanges: number
  /** Receives the errors that no reader gets. */
  readonly report: (error: unknown) => void
}

/** Sets the body that can be opened anywhere: whole, or the range that the client asks for; otherwise a 416. */
export function sendStreamRange(
  draft: ResponseDraft,
  request: RangeRequest,
  open: StreamOpener,
  size: number,
): void {
  const [part, ...more] = askedParts(draft, request, size)
  if (part === undefined) {
    draft.replaceBody(undefined)
    draft.status = 416
    draft.putHeader('Content-Range', `bytes */${size}`)
    draft.removeHeader('content-type')
    return
  }
  // Several ranges may be ignored (RFC 9110 section 14.2).
  const { start, end } = more.length === 0 ? part : { start: 0, end: size }
  draft.replaceBody(
    new BodyStream(new OpenedSource(open, { start, end: end - 1 }, request.report), end - start),
  )
  draft.putBodyHeader('Accept-Ranges', 'bytes')
  if (end - start === size) return
  draft.status = 206
  draft.putBodyHeader('Content-Range', `bytes ${start}-${end - 1}/${size}`)
}

/** The parts to send: the whole when no range is asked for, none when none can be satisfied. */
function askedParts(
  draft: ResponseDraft,
  { method, rawHeaders, maxRanges }: RangeRequest,
  size: number,
): FilePart[] {
  const whole = [{ start: 0, end: size }]
  // Ranges are defined for GET only (RFC 9110 section 14.2).
  const range = method === 'GET' && draft.status === 200 ? headerValue(rawHeaders, 'range') : undefined
  if (range === undefined) return whole
  const version = { etag: draft.header('etag') ?? '', lastModified: draft.header('last-modified') ?? '' }
  if (!isRangeMeant(rawHeaders, version)) return whole
  return partsOf(range, size, maxRanges) ?? whole
}

/** A stream that is opened at its first read: a HEAD, or a 304, opens none. */
class OpenedSource implements BodySource {
  readonly #open: StreamOpener
  readonly #range: ByteRange
  readonly #report: (error: unknown) => void
  #source: BodySource | undefined = undefined

  constructor(open: StreamOpener, range: ByteRange, report: (error: unknown) => void) {
    this.#open = open
    this.#range = range
    this.#report = report
  }

  async read(): Promise<Uint8Array | undefined> {
    this.#source ??= streamSource(this.#open(this.#range), this.#report)
    return this.#source.read()
  }

  close(): void {
    this.#source?.close()
  }
}
