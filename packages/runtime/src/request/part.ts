import { fileNameOf, type PartHeaders } from './file-header.ts'
import { collectPieces, type Pieces, streamOf } from './pieces.ts'

/** The header of a part, before its content has come. */
interface Head {
  readonly name: string
  readonly filename: string | undefined
  readonly header: PartHeaders
}

/** A part of a multipart form whose content is not held in memory: it can be read once, until the next part. */
export class Part {
  /** The name of the form field. */
  readonly name: string
  /** The file name without a path, as that of a `FileHeader`; `undefined` for a field. */
  readonly filename: string | undefined
  /** The client's Content-Type, unverified; `""` when absent. */
  readonly type: string
  /** The headers of a file; none for a field. */
  readonly header: PartHeaders
  readonly #hold: (bytes: number) => void
  #pieces: Pieces | undefined

  /** @param hold counts the bytes that are held, and may throw. */
  constructor({ name, filename, header }: Head, pieces: Pieces, hold: (bytes: number) => void) {
    this.name = name
    this.filename = filename === undefined ? undefined : fileNameOf(filename)
    this.type = header['content-type']?.[0] ?? ''
    this.header = header
    this.#pieces = pieces
    this.#hold = hold
  }

  /** The content. The client sends no faster than it is read. */
  stream(): ReadableStream<Uint8Array> {
    return streamOf(this.pieces())
  }

  /** The whole content, which counts as memory for bodies (`bodyMemory`). */
  bytes(): Promise<Uint8Array> {
    return collectPieces(this.pieces(), this.#hold)
  }

  /** The whole content as UTF-8; invalid bytes become U+FFFD. It counts as memory for bodies. */
  async text(): Promise<string> {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await this.bytes())
  }

  /** @internal */
  pieces(): Pieces {
    const pieces = this.#pieces
    if (pieces === undefined) throw new Error(`the part ${this.name} was read already`)
    this.#pieces = undefined
    return pieces
  }
}
