import { codingsToUndo } from '../../request/content-encoding.ts'
import { CountedPieces, type Pieces } from '../../request/pieces.ts'

/**
 * The pieces of a body with its Content-Encoding decoded.
 * @param limit for the bytes as sent and decoded.
 * @param refuse is called past it. Reads reject with its result, and with HttpError 400, 415 or 501 for a body that cannot
 * be decoded.
 */
export function decodePieces(sent: Pieces, encoding: string, limit: number, refuse: () => Error): Pieces {
  const counted = new CountedPieces(sent, limit, refuse)
  if (encoding === '') return counted
  return new CountedPieces(new DecodedPieces(counted, encoding), limit, refuse)
}

/** Begins to decode at the first piece: an empty body has no coding. */
class DecodedPieces implements Pieces {
  readonly #sent: Pieces
  readonly #encoding: string
  #decoded: Pieces | undefined = undefined

  constructor(sent: Pieces, encoding: string) {
    this.#sent = sent
    this.#encoding = encoding
  }

  async read(): Promise<Uint8Array | undefined> {
    if (this.#decoded !== undefined) return this.#decoded.read()
    const codings = codingsToUndo(this.#encoding)
    const first = await this.#sent.read()
    if (first === undefined || codings.length === 0) {
      this.#decoded = this.#sent
      return first
    }
    // Loaded on first use, since most apps never need it.
    const { inflatePieces } = await import('./inflate-pieces.ts')
    this.#decoded = inflatePieces(first, this.#sent, codings)
    return this.#decoded.read()
  }

  close(): void {
    this.#sent.close()
    this.#decoded?.close()
  }
}
