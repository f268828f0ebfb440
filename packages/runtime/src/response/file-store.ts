import type { BodyStream } from './body-stream.ts'
import type { ResponseDraft, WholeBody } from './response-draft.ts'

/** What `sendFile` needs to know of a file. */
export interface FileStats {
  readonly size: number
  readonly mtimeMs: number
  isFile(): boolean
}

type Done<T> = (error: Error | null, result: T) => void

/** The part of `node:fs` that `sendFile` uses, so that any file system with its interface can be served from. */
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
  /** Without it no link can be seen to lead out of `root`. */
  realpath?(path: string, done: Done<string>): void
}

/** How `sendFile` sends. */
export interface SendFileOptions {
  /** The folder that no path leads out of. Default: none; then relative paths begin in the working directory. */
  readonly root?: string
  /** Default: that of the system. */
  readonly fs?: FileSystem
  /** Compresses (br, zstd, gzip) for clients that take it; what was compressed is kept. */
  readonly compress?: boolean
  /** Answers Range requests. */
  readonly byteRange?: boolean
  /** Tells the client to save the file. */
  readonly download?: boolean
  /** Milliseconds that an unused file is kept in memory. Default: 10 000; a negative number keeps nothing. */
  readonly cacheDuration?: number
  /** Seconds that the client may keep the file: Cache-Control. Default: 0, no header. */
  readonly maxAge?: number
}

/** The codings a file can be compressed with, the best first. */
export type FileCoding = 'br' | 'zstd' | 'gzip'

/** A file that is there and may be sent. */
export interface StoredFile {
  readonly size: number
  /** Last change, in milliseconds since 1970. */
  readonly modified: number
  /** By its extension, else by its content. */
  readonly type: string
  /** Changes when the file does. */
  readonly etag: string
  /** The codings worth asking for; none for a file that would not become smaller. */
  readonly codings: readonly FileCoding[]
  /** A part of it, `end` excluded: bytes when they are in memory, a stream otherwise. */
  part(start: number, end: number): Uint8Array | BodyStream
  /** Several parts, with text around them. */
  parts(pieces: readonly (Uint8Array | FilePart)[]): WholeBody | BodyStream
  /** All of it, compressed; `undefined` when that does not make it smaller. */
  compressed(coding: FileCoding): Promise<Uint8Array | undefined>
}

/** A part of a file, `end` excluded. */
export interface FilePart {
  readonly start: number
  readonly end: number
}

/** What sending a file depends on besides the file. */
export interface FileRequest {
  readonly method: string
  /** The path as it was sent. */
  readonly path: string
  readonly rawHeaders: readonly string[]
  readonly maxRanges: number
  /** The place that it has reserved in the draft. */
  readonly place: symbol
}

/** Finds files, and answers with them. */
export interface FileStore {
  /**
   * Sends nothing when the place in the draft is another's by then.
   * @throws HttpError 404 for whatever is no file below `root`; the draft is then as it was.
   */
  send(draft: ResponseDraft, request: FileRequest, path: string, options: SendFileOptions): Promise<void>
}
