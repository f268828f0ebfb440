import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import type { StreamCoder } from '@ctxgen/runtime/middleware'

/** The content codings that this package can make. */
export type Coding = 'br' | 'gzip' | 'zstd'

/** How much time compression may take: `fast` for large answers, `best` for those that a cache keeps. */
export type CompressionLevel = 'fast' | 'default' | 'best'

type Make = (level: number, flushes: boolean) => Transform

const { BROTLI_OPERATION_FLUSH, BROTLI_OPERATION_PROCESS, BROTLI_PARAM_QUALITY, Z_NO_FLUSH, Z_SYNC_FLUSH } =
  zlib.constants

// Of zstd, which Node has from 22.15 on and its older types lack.
const createZstdCompress: unknown = Reflect.get(zlib, 'createZstdCompress')
const zstdLevel = 100
const zstdFlush = 1

const levels: Readonly<Record<Coding, Readonly<Record<CompressionLevel, number>>>> = {
  br: { fast: 1, default: 4, best: 9 },
  gzip: { fast: 1, default: 6, best: 9 },
  zstd: { fast: 1, default: 3, best: 12 },
}

const makers: Readonly<Record<Coding, Make | undefined>> = {
  br: (level, flushes) =>
    zlib.createBrotliCompress({
      flush: flushes ? BROTLI_OPERATION_FLUSH : BROTLI_OPERATION_PROCESS,
      params: { [BROTLI_PARAM_QUALITY]: level },
    }),
  gzip: (level, flushes) => zlib.createGzip({ flush: flushes ? Z_SYNC_FLUSH : Z_NO_FLUSH, level }),
  zstd:
    typeof createZstdCompress === 'function'
      ? (level, flushes) =>
          Reflect.apply(createZstdCompress, zlib, [
            { flush: flushes ? zstdFlush : 0, params: { [zstdLevel]: level } },
          ])
      : undefined,
}

/** The codings of this runtime, the preferred ones first. */
export const codings: readonly Coding[] = (['br', 'zstd', 'gzip'] as const).filter(
  (coding) => makers[coding] !== undefined,
)

/** Compresses a whole body. */
export async function compressed(
  coding: Coding,
  level: CompressionLevel,
  body: string | Uint8Array,
): Promise<Uint8Array> {
  return new ZlibCoder(streamOf(coding, level, false)).end(body)
}

/** A coder for a stream: what a client receives can be read at once. */
export function coderOf(coding: Coding, level: CompressionLevel): StreamCoder {
  return new ZlibCoder(streamOf(coding, level, true))
}

/** @throws Error for a coding that this runtime lacks. */
function streamOf(coding: Coding, level: CompressionLevel, flushes: boolean): Transform {
  const make = makers[coding]
  if (make === undefined) throw new Error(`this runtime has no ${coding}`)
  return make(levels[coding][level], flushes)
}

class ZlibCoder implements StreamCoder {
  readonly #stream: Transform
  #made: Uint8Array[] = []
  #fail: ((error: Error) => void) | undefined

  constructor(stream: Transform) {
    this.#stream = stream
    stream.on('data', (piece: Uint8Array) => this.#made.push(piece))
    stream.on('error', (error) => this.#fail?.(error))
  }

  code(piece: Uint8Array): Promise<Uint8Array> {
    if (piece.length === 0) return Promise.resolve(piece)
    return this.#settled((done) => this.#stream.write(piece, (error) => !error && done()))
  }

  end(last: string | Uint8Array = ''): Promise<Uint8Array> {
    return this.#settled((done) => this.#stream.once('end', done).end(last))
  }

  close(): void {
    this.#stream.destroy()
  }

  #settled(start: (done: () => void) => unknown): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#fail = reject
      start(() => {
        const made = Buffer.concat(this.#made)
        this.#made = []
        resolve(made)
      })
    })
  }
}
