import type { ReceivedBody } from '../../ctx/received-body.ts'
import { HttpError } from '../../error/http-error.ts'
import { type ContentCoding, codingsToUndo, unsupportedCoding } from '../../request/content-encoding.ts'

type Inflate = (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
  done: (error: Error | null, result: Uint8Array) => void,
) => void

/** Decodes the Content-Encoding of a body. Never rejects: an error is thrown when a handler reads the body. */
export async function undoEncoding(raw: Uint8Array, encoding: string, limit: number): Promise<ReceivedBody> {
  await turn()
  try {
    let decoded = raw
    for (const coding of codingsToUndo(encoding)) {
      decoded = await inflate(await inflaterOf(coding), decoded, limit)
    }
    return { raw, decoded }
  } catch (error) {
    return {
      raw,
      decoded:
        error instanceof HttpError
          ? error
          : new HttpError(400, 'The body cannot be decoded', { cause: error }),
    }
  } finally {
    endTurn()
  }
}

// The number of node's threads for zlib. More concurrent decoders would use uncounted memory.
const maxAtOnce = 4
let decoding = 0
const waiting: (() => void)[] = []

function turn(): Promise<void> | undefined {
  if (decoding === maxAtOnce) return new Promise((resolve) => waiting.push(resolve))
  decoding++
  return undefined
}

function endTurn(): void {
  const next = waiting.shift()
  if (next === undefined) decoding--
  else next()
}

/** @throws HttpError 413 beyond the limit, at which the decoder stops. */
function inflate(decoder: Inflate, bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // zlib does not accept a limit of 0, so it allows one excess byte, which is refused afterwards.
    decoder(bytes, { maxOutputLength: Math.max(limit, 1) }, (error, result) => {
      // Node's ERR_BUFFER_TOO_LARGE; on Cloudflare's Workers it has no code.
      if (error instanceof RangeError) reject(new HttpError(413))
      else if (error !== null) reject(new HttpError(400, 'The body cannot be decoded', { cause: error }))
      else if (result.length > limit) reject(new HttpError(413))
      else resolve(result)
    })
  })
}

async function inflaterOf(coding: ContentCoding): Promise<Inflate> {
  // Loaded on first use, since most apps never need it.
  const zlib = await import('node:zlib')
  if (coding === 'gzip') return zlib.gunzip
  if (coding === 'deflate') return zlib.inflate
  if (coding === 'br') return zlib.brotliDecompress
  // Available from Node 22.15 on.
  const zstd: unknown = Reflect.get(zlib, 'zstdDecompress')
  if (!isInflate(zstd)) throw unsupportedCoding()
  return zstd
}

function isInflate(value: unknown): value is Inflate {
  return typeof value === 'function'
}
