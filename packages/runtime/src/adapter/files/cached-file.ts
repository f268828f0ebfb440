import { fileType } from '@ctxgen/core/content-type'
import { BodyStream } from '../../response/body-stream.ts'
import type { FileCoding, FilePart, FileStats, FileSystem, StoredFile } from '../../response/file-store.ts'
import type { WholeBody } from '../../response/response-draft.ts'
import { sniffedBytes, sniffType } from '../../response/sniff-type.ts'
import { codingsFor, compressBytes } from './compress.ts'
import { FileSource } from './file-source.ts'
import { readStart } from './read-file.ts'

// A larger file is read from disk each time, which takes little time compared with sending it.
const inMemoryBytes = 512 * 1024

/** A version of a file; small ones with their content. */
export class CachedFile implements StoredFile {
  readonly size: number
  readonly modified: number
  readonly type: string
  readonly etag: string
  readonly codings: readonly FileCoding[]
  readonly stats: FileStats
  readonly #fs: FileSystem
  readonly #path: string
  readonly #bytes: Uint8Array | undefined
  readonly #compressed = new Map<FileCoding, Promise<Uint8Array | undefined>>()
  /** The size in memory, in bytes. */
  cachedBytes: number

  constructor(fs: FileSystem, path: string, stats: FileStats, type: string, bytes: Uint8Array | undefined) {
    this.#fs = fs
    this.#path = path
    this.#bytes = bytes
    this.stats = stats
    this.size = stats.size
    this.modified = stats.mtimeMs
    this.type = type
    this.etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs * 1000).toString(36)}"`
    this.codings = codingsFor(type, stats.size)
    this.cachedBytes = bytes?.length ?? 0
  }

  /** @param name determines the extension. @param path the real path, with links resolved. */
  static async load(fs: FileSystem, name: string, path: string, stats: FileStats): Promise<CachedFile> {
    const known = fileType(name)
    if (stats.size <= inMemoryBytes) {
      const bytes = await readStart(fs, path, stats, stats.size)
      return new CachedFile(fs, path, stats, known ?? sniffType(bytes.subarray(0, sniffedBytes)), bytes)
    }
    const type = known ?? sniffType(await readStart(fs, path, stats, sniffedBytes))
    return new CachedFile(fs, path, stats, type, undefined)
  }

  part(start: number, end: number): Uint8Array | BodyStream {
    const bytes = this.#bytes
    if (bytes === undefined) return this.#stream([{ start, end }], end - start)
    return start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end)
  }

  parts(pieces: readonly (Uint8Array | FilePart)[]): WholeBody | BodyStream {
    const bytes = this.#bytes
    if (bytes !== undefined) {
      return pieces.map((piece) =>
        piece instanceof Uint8Array ? piece : bytes.subarray(piece.start, piece.end),
      )
    }
    const size = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
    return this.#stream(pieces, size)
  }

  compressed(coding: FileCoding): Promise<Uint8Array | undefined> {
    const known = this.#compressed.get(coding)
    if (known !== undefined) return known
    const made = this.#compress(coding)
    this.#compressed.set(coding, made)
    // A failure, such as a lack of file descriptors, may be temporary.
    made.catch(() => this.#compressed.delete(coding))
    return made
  }

  async #compress(coding: FileCoding): Promise<Uint8Array | undefined> {
    const bytes = this.#bytes ?? (await readStart(this.#fs, this.#path, this.stats, this.size))
    const result = await compressBytes(bytes, coding)
    this.cachedBytes += result?.length ?? 0
    return result
  }

  #stream(pieces: readonly (Uint8Array | FilePart)[], size: number): BodyStream {
    return new BodyStream(new FileSource(this.#fs, this.#path, this.stats, pieces), size)
  }
}

function lengthOf(piece: Uint8Array | FilePart): number {
  return piece instanceof Uint8Array ? piece.length : piece.end - piece.start
}
