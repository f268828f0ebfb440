import { pipeline, Readable, type Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { HttpError } from '../../error/http-error.ts'
import { type ContentCoding, unsupportedCoding } from '../../request/content-encoding.ts'
import type { Pieces } from '../../request/pieces.ts'

/** The decoded pieces. Reads reject with HttpError 400 when they cannot be decoded. */
export function inflatePieces(first: Uint8Array, rest: Pieces, codings: readonly ContentCoding[]): Pieces {
  const source = Readable.from(iterate(first, rest), { objectMode: false })
  const decoders = codings.map(inflaterOf)
  const last = decoders.reduce<Readable>((from, decoder) => pipeline(from, decoder, () => {}), source)
  const decoded: AsyncIterator<Uint8Array> = last[Symbol.asyncIterator]()
  return {
    async read() {
      try {
        const next = await decoded.next()
        return next.done === true ? undefined : next.value
      } catch (cause) {
        rest.close()
        throw cause instanceof HttpError ? cause : new HttpError(400, 'The body cannot be decoded', { cause })
      }
    },
    close() {
      source.destroy()
      last.destroy()
    },
  }
}

async function* iterate(first: Uint8Array, rest: Pieces): AsyncGenerator<Uint8Array, void> {
  for (let piece: Uint8Array | undefined = first; piece !== undefined; piece = await rest.read()) yield piece
}

function inflaterOf(coding: ContentCoding): Transform {
  if (coding === 'gzip') return zlib.createGunzip()
  if (coding === 'deflate') return zlib.createInflate()
  if (coding === 'br') return zlib.createBrotliDecompress()
  // Available from Node 22.15 on.
  const make: unknown = Reflect.get(zlib, 'createZstdDecompress')
  if (!isMaker(make)) throw unsupportedCoding()
  return make()
}

function isMaker(value: unknown): value is () => Transform {
  return typeof value === 'function'
}
