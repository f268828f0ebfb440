import type { BodyStream } from './body-stream.ts'
import type { ResponseDraft, WholeBody } from './response-draft.ts'

/** The file metadata that `sendFile` needs. */
export interface FileStats {
  readonly size: number
  readonly mtimeMs: number
  isFile(): boolean
}

type Done<T> = (error: Error | null, result: T) => void

/** The part of `node:fs` that `sendFile` uses. Any file system with this interface can be served. */
export interface FileSystem {
  stat(path: string, done: Done<FileStats>): void
  open(path: string, flags: string, done: Done<number>): void
  fstat(fd: number, done: Done<FileStats>): void
  read(
    fd: number,
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
    done: Done<number>,
  ): void
  close(fd: number, done: (error: Error | null) => void): void
  /** Without it, links that leave `root` are not detected. */
  realpath?(path: string, done: Done<string>): void
}

/** The options of `sendFile`. */
export interface SendFileOptions {
  /** The folder that paths cannot leave. Default: none; relative paths then begin in the working directory. */
  readonly root?: string
  /** Default: the file system of the operating system. */
  readonly fs?: FileSystem
  /** Compresses (br, zstd, gzip) for clients that accept it, and caches the result. Default: false. */
  readonly compress?: boolean
  /** Answers Range requests. Default: false. */
  readonly byteRange?: boolean
  /** Adds `Content-Disposition: attachment`. Default: false. */
  readonly download?: boolean
  /** Milliseconds until an unused file leaves the cache. Default: 10 000; a negative number disables the cache. */
  readonly cacheDuration?: number
  /** The max-age of Cache-Control in seconds. Default: 0, no header. */
  readonly maxAge?: number
}

/** The codings for compressed files, best first. */
export type FileCoding = 'br' | 'zstd' | 'gzip'

/** An existing file below `root`. */
export interface StoredFile {
  readonly size: number
  /** The last change, in milliseconds since 1970. */
  readonly modified: number
  /** By extension, otherwise by content. */
  readonly type: string
  /** Changes with the file. */
  readonly etag: string
  /** The useful codings; empty for a file that does not compress. */
  readonly codings: readonly FileCoding[]
  /** A part of the file, `end` excluded: bytes when cached, a stream otherwise. */
  part(start: number, end: number): Uint8Array | BodyStream
  /** Several parts, separated by bytes in between. */
  parts(pieces: readonly (Uint8Array | FilePart)[]): WholeBody | BodyStream
  /** The whole file, compressed; `undefined` when that would not be smaller. */
  compressed(coding: FileCoding): Promise<Uint8Array | undefined>
}

/** A part of a file, `end` excluded. */
export interface FilePart {
  readonly start: number
  readonly end: number
}

/** The properties of the request that matter for sending a file. */
export interface FileRequest {
  readonly method: string
  /** The path as sent. */
  readonly path: string
  /** The form of the path that routes have matched. */
  readonly form: string
  readonly rawHeaders: readonly string[]
  readonly maxRanges: number
  /** The reserved place in the draft. */
  readonly place: symbol
}

/** Finds files and sends them. */
export interface FileStore {
  /**
   * Sends nothing when the place in the draft was taken in the meantime.
   * @throws HttpError 404 for anything but a file below `root`; the draft is then unchanged.
   */
  send(draft: ResponseDraft, request: FileRequest, path: string, options: SendFileOptions): Promise<void>
}
