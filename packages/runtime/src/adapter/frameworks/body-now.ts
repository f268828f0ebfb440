import * as zlib from 'node:zlib'
import { HttpError } from '../../error/http-error.ts'
import { type ContentCoding, codingsToUndo, unsupportedCoding } from '../../request/content-encoding.ts'
import { headerList } from '../../request/header-lines.ts'

type Inflate = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

/** A whole body with its Content-Encoding decoded synchronously: for one event at a time. */
export function bodyNow(
  raw: Uint8Array,
  rawHeaders: readonly string[],
  limit: number,
): Uint8Array | HttpError {
  if (raw.length > limit) return new HttpError(413)
  const encoding = raw.length === 0 ? '' : headerList(rawHeaders, 'content-encoding')
  try {
    return codingsToUndo(encoding).reduce((bytes, coding) => inflate(coding, bytes, limit), raw)
  } catch (error) {
    if (error instanceof HttpError) return error
    if (error instanceof RangeError) return new HttpError(413)
    return new HttpError(400, 'The body cannot be decoded', { cause: error })
  }
}

function inflate(coding: ContentCoding, bytes: Uint8Array, limit: number): Uint8Array {
  // zlib does not accept a limit of 0.
  const decoded = inflaterOf(coding)(bytes, { maxOutputLength: Math.max(limit, 1) })
  if (decoded.length > limit) throw new HttpError(413)
  return decoded
}

function inflaterOf(coding: ContentCoding): Inflate {
  if (coding === 'gzip') return zlib.gunzipSync
  if (coding === 'deflate') return zlib.inflateSync
  if (coding === 'br') return zlib.brotliDecompressSync
  // Available from Node 22.15 on.
  const zstd: unknown = Reflect.get(zlib, 'zstdDecompressSync')
  if (!isInflate(zstd)) throw unsupportedCoding()
  return zstd
}

function isInflate(value: unknown): value is Inflate {
  return typeof value === 'function'
}

/** The signal of an input without a client that may disconnect. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal
}
