import * as zlib from 'node:zlib'
import type { FileCoding } from '../../response/file-store.ts'

type Compress = (
  bytes: Uint8Array,
  options: object,
  done: (error: Error | null, result: Uint8Array) => void,
) => void

// Larger files would occupy a thread and memory; a reverse proxy does this better.
const largest = 8 * 1024 * 1024
// 128 KiB of source code: brotli 5 takes 4 ms for 30.5 KB, 9 takes 60 ms for 29.0 KB; gzip takes 10 ms for 31.9 KB.
const brotliQuality = 5

// Available from Node 22.15 on.
const zstd: unknown = Reflect.get(zlib, 'zstdCompress')
const codings: readonly FileCoding[] = typeof zstd === 'function' ? ['br', 'zstd', 'gzip'] : ['br', 'gzip']
const none: readonly FileCoding[] = []

const packed =
  /^(?:image\/(?!svg|bmp|x-icon|vnd\.microsoft)|audio\/|video\/(?!mp2t)|font\/woff|application\/(?:zip|gzip|zstd|x-7z|vnd\.rar|x-bzip|pdf$|java-archive|epub))/

/** The useful codings for a file of that type and size. */
export function codingsFor(type: string, size: number): readonly FileCoding[] {
  return size === 0 || size > largest || packed.test(type) ? none : codings
}

/** Compresses bytes; `undefined` when the result is not smaller. */
export function compressBytes(bytes: Uint8Array, coding: FileCoding): Promise<Uint8Array | undefined> {
  const options = coding === 'br' ? { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality } } : {}
  return new Promise((resolve, reject) => {
    compressorOf(coding)(bytes, options, (error, result) => {
      if (error !== null) reject(error)
      else resolve(result.length < bytes.length ? result : undefined)
    })
  })
}

function compressorOf(coding: FileCoding): Compress {
  if (coding === 'br') return zlib.brotliCompress
  return coding === 'zstd' && isCompress(zstd) ? zstd : zlib.gzip
}

function isCompress(value: unknown): value is Compress {
  return typeof value === 'function'
}
