import type { Ctx, Handler } from '@ctxgen/runtime'
import {
  type Answer,
  acceptedCoding,
  answerOf,
  recodeBody,
  recodeStream,
  removeHeader,
  requestHeader,
} from '@ctxgen/runtime/middleware'
import { afterNext } from './chain/after-next.ts'
import { checkNumber } from './chain/check-option.ts'
import { type Coding, type CompressionLevel, coderOf, codings, compressed } from './coding/coder.ts'

export type { Coding, CompressionLevel } from './coding/coder.ts'

/** The options of {@link compress}. */
export interface CompressOptions {
  /** Bytes from which on a whole body is compressed. Default: 1024. */
  readonly threshold?: number
  /** Default: `default`. */
  readonly level?: CompressionLevel
  /** The preferred one first; zstd needs Node 22.15. Default: br, zstd, gzip. */
  readonly codings?: readonly Coding[]
  /**
   * Whether an answer is worth it. Default: by its media type, texts, JSON, XML, scripts, fonts and WebAssembly, but not
   * `text/event-stream`: each open stream of events would hold the memory of a compressor.
   * @param type the media type in lower case, without parameters
   */
  readonly filter?: (type: string, c: Ctx) => boolean
}

/**
 * Compresses answers as Accept-Encoding asks for, and never one that has a Content-Encoding, a part (206), a digest or
 * `no-transform`. Each piece of a stream leaves at once. A strong ETag becomes a weak one, as the bytes are others.
 * Leave out answers that show a secret beside text of the request: their length reveals it (BREACH).
 * @throws RangeError for an invalid threshold, TypeError for a coding that this runtime lacks.
 * @answer -
 */
export function compress(options: CompressOptions = {}): Handler {
  const { threshold = 1024, level = 'default', codings: offers = codings, filter = isText } = options
  checkNumber('compress: threshold', threshold)
  for (const coding of offers)
    if (!codings.includes(coding)) throw new TypeError(`compress: no ${coding} here`)
  return (c) =>
    afterNext(c, () => {
      const answer = answerOf(c)
      if (answer === undefined || !mayBeCoded(c, answer, threshold, filter)) return
      c.vary('Accept-Encoding')
      const coding = acceptedCoding(requestHeader(c, 'accept-encoding'), offers)
      if (coding !== undefined) return encode(c, answer, coding, level)
    })
}

const textTypes =
  /^(?:text\/|application\/(?:json|xml|x-ndjson|javascript|wasm|(?:vnd\.)?msgpack|cbor)$|image\/(?:bmp|x-icon|vnd\.microsoft\.icon)$|font\/(?:otf|ttf)$)|\+(?:json|xml)$/

function isText(type: string): boolean {
  return type !== 'text/event-stream' && textTypes.test(type)
}

const plainText = 'text/plain; charset=utf-8'

/** Headers of answers whose bytes must stay. */
const ofBytes = [
  'content-encoding',
  'content-range',
  'content-digest',
  'repr-digest',
  'digest',
  'content-md5',
]

function mayBeCoded(
  c: Ctx,
  { status, body, isStream }: Answer,
  threshold: number,
  filter: NonNullable<CompressOptions['filter']>,
): boolean {
  if (status === 206 || /\bno-transform\b/i.test(c.getRespHeader('cache-control'))) return false
  if (/\bno-transform\b/i.test(requestHeader(c, 'cache-control'))) return false
  // Its fields are those that the answer with the body would have.
  if (status === 304) return true
  // A text has at least a byte for each of its units.
  if (!isStream && (body === undefined || body.length < Math.max(1, threshold))) return false
  if (ofBytes.some((name) => c.getRespHeader(name) !== '')) return false
  const type = c.getRespHeader('content-type', typeof body === 'string' ? plainText : '')
  return filter((type.split(';', 1)[0] ?? '').trim().toLowerCase(), c)
}

function encode(c: Ctx, answer: Answer, coding: Coding, level: CompressionLevel): void | Promise<void> {
  const tag = c.getRespHeader('etag')
  if (tag.startsWith('"')) c.set('ETag', `W/${tag}`)
  if (answer.status === 304) return
  c.set('Content-Encoding', coding)
  // A text without a type is plain text, bytes without one are anything.
  if (typeof answer.body === 'string') c.set('Content-Type', c.getRespHeader('content-type', plainText))
  removeHeader(c, 'Accept-Ranges')
  if (answer.body === undefined) return recodeStream(c, coderOf(coding, level))
  return compressed(coding, level, answer.body).then((bytes) => recodeBody(c, bytes))
}
