import { signatureBytes } from '@ctxgen/core/rules/signatures'
import { joinBytes } from './body-bytes.ts'
import { fileNameOf, type PartHeaders } from './file-header.ts'
import { collectPieces, type Pieces, streamOf } from './pieces.ts'

/** A file of a form as its part begins. */
export interface BegunFile {
  /** As sent. */
  readonly filename: string
  readonly header: PartHeaders
  readonly pieces: Pieces
}

/** How a file is written to disk. */
export interface SaveOptions {
  /**
   * Waits until the disk has the file and its name, so that both outlast a crash of the machine: for as long as the disk
   * takes to write it. Default: false, the system writes it later.
   */
  readonly durable?: boolean
}

/** The form that a file belongs to. */
export interface FileOrigin {
  /** The file, once it has begun: what was not read of the files before is discarded. */
  begin(): Promise<BegunFile>
  /** Checks the rules of the file with the bytes so far. @throws ValidationError. */
  check(): void
  /** Counts bytes that are held. @throws HttpError without room for them. */
  hold(bytes: number): void
  /** Writes a file atomically. */
  save(path: string, pieces: Pieces, options: SaveOptions): Promise<void>
  /** Notes a promise that the handler must await. @param call the method that returned it */
  watch<T>(work: Promise<T>, call: string): Promise<T>
}

const noBytes: Uint8Array = new Uint8Array(0)

/** A file of a multipart form that is not held in memory. Files come in the order sent, and each can be read once. */
export class FileStream {
  readonly #origin: FileOrigin
  #begun: BegunFile | undefined
  #beginning: Promise<void> | undefined = undefined
  #isTaken = false
  #size = 0
  #head = noBytes
  #hasEnded = false
  #isHeadChecked = false

  /** @param begun of the file that comes next. */
  constructor(origin: FileOrigin, begun?: BegunFile) {
    this.#origin = origin
    this.#begun = begun
  }

  /** The file name without a path, as that of a `FileHeader`. @throws Error before the file has begun. */
  get filename(): string {
    return fileNameOf(this.#known().filename)
  }

  /** The client's Content-Type, unverified; `""` when absent. @throws Error before the file has begun. */
  get type(): string {
    return this.header['content-type']?.[0] ?? ''
  }

  /** The headers of the file's part. @throws Error before the file has begun. */
  get header(): PartHeaders {
    return this.#known().header
  }

  /** The bytes that have come so far. */
  get size(): number {
    return this.#size
  }

  /**
   * Waits until the file begins; `stream()` and the others do so by themselves.
   * @throws BindError when it does not come, ValidationError when its type breaks a rule, Error when a later one was read.
   */
  open(): Promise<void> {
    return this.#origin.watch(this.#begin(), 'open()')
  }

  /** The content. The client sends no faster than it is read. */
  stream(): ReadableStream<Uint8Array> {
    return streamOf(this.pieces())
  }

  /** Writes the content to a stream. */
  pipeTo(destination: WritableStream<Uint8Array>): Promise<void> {
    return this.#origin.watch(this.stream().pipeTo(destination), 'pipeTo()')
  }

  /** Writes the file to disk atomically, like `c.saveFile()`: what breaks off, or breaks a rule, leaves nothing behind. */
  save(path: string, options: SaveOptions = {}): Promise<void> {
    return this.#origin.watch(this.#origin.save(path, this.pieces(), options), 'save()')
  }

  /** The whole content, which counts as memory for bodies (`bodyMemory`). */
  bytes(): Promise<Uint8Array> {
    const bytes = collectPieces(this.pieces(), (count) => this.#origin.hold(count))
    return this.#origin.watch(bytes, 'bytes()')
  }

  /** @internal @throws ValidationError */
  check(): void {
    this.#origin.check()
  }

  /** @internal */
  pieces(): Pieces {
    if (this.#isTaken) throw new Error('the file was read already')
    this.#isTaken = true
    let isClosed = false
    const read = async (): Promise<Uint8Array | undefined> => {
      if (isClosed) return undefined
      await this.#begin()
      const piece = await this.#known().pieces.read()
      this.#count(piece)
      this.#origin.check()
      this.#isHeadChecked ||= this.head() !== undefined
      return piece
    }
    const close = (): void => {
      isClosed = true
    }
    return { read, close }
  }

  /** @internal The first bytes, when all of them have come and no rule has seen them. */
  head(): Uint8Array | undefined {
    if (this.#isHeadChecked) return undefined
    return this.#hasEnded || this.#head.length === signatureBytes ? this.#head : undefined
  }

  #count(piece: Uint8Array | undefined): void {
    if (piece === undefined) {
      this.#hasEnded = true
      return
    }
    this.#size += piece.length
    const missing = signatureBytes - this.#head.length
    if (missing > 0) this.#head = joinBytes([this.#head, piece.subarray(0, missing)])
  }

  #begin(): Promise<void> {
    this.#beginning ??= this.#open()
    return this.#beginning
  }

  async #open(): Promise<void> {
    this.#begun = await this.#origin.begin()
    this.#origin.check()
  }

  #known(): BegunFile {
    if (this.#begun === undefined)
      throw new Error('the file has not begun: await open(), or read the one before')
    return this.#begun
  }
}

/** The files of a list, one after the other: `for await (const film of films)`. */
export class FileStreams implements AsyncIterable<FileStream> {
  readonly #next: () => Promise<FileStream | undefined>

  /** @param next passes the files before. */
  constructor(next: () => Promise<FileStream | undefined>) {
    this.#next = next
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FileStream, void> {
    for (let file = await this.#next(); file !== undefined; file = await this.#next()) yield file
  }

  /** Its type is that of an array, but its files have not come. */
  [Symbol.iterator](): never {
    throw new TypeError('files of a stream come one after the other: write for await (const file of files)')
  }

  get length(): never {
    return this[Symbol.iterator]()
  }
}
