import {
  hasEndlessHeader,
  lacksBoundary,
  lacksLastBoundary,
  tooManyParts,
} from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import { joinBytes } from '../../request/body-bytes.ts'
import type { Pieces } from '../../request/pieces.ts'
import { decodeUtf8 } from '../decoded/body-text.ts'
import { BodyError } from '../decoded/decode-body.ts'
import { CR, delimiterOf, LF, readDelimiter } from './delimiter.ts'
import { asciiBytes, findIn } from './find-bytes.ts'
import { emptyLine, maxHeaderSize, type PartHead, partHeadOf } from './part-header.ts'

/** A part whose content is taken piece by piece, until the next part is asked for. */
export interface SentPart extends PartHead {
  readonly pieces: Pieces
}

/** Reads a multipart/form-data body (RFC 7578) part by part, like `readMultipart`. */
export class MultipartReader {
  readonly #body: Pieces
  readonly #maxParts: number
  readonly #delimiter: Uint8Array
  /** The bytes that were read and not taken. The first delimiter may begin the body, without a line break. */
  #bytes: Uint8Array = asciiBytes('\r\n')
  #hasEnded = false
  #count = 0
  /** The position: in content, behind a delimiter, or behind the last one. */
  #at: 'content' | 'delimiter' | 'end' = 'content'
  #isReading = false

  /** @throws BodyError when the Content-Type has no valid boundary. */
  constructor(body: Pieces, contentType: string, maxParts: number) {
    this.#delimiter = delimiterOf(contentType)
    this.#body = body
    this.#maxParts = maxParts
  }

  /**
   * The next part; the rest of the one before is discarded. `undefined` at the end, when the whole body was read.
   * @throws BodyError when the body cannot be read or has too many parts, and Error while a part is being read.
   */
  async next(): Promise<SentPart | undefined> {
    if (this.#isReading) throw new Error('a part is still being read: await it before the next')
    while ((await this.#content()) !== undefined);
    if (this.#at === 'end') {
      // Text behind the last delimiter is ignored (RFC 2046 section 5.1.1).
      while ((await this.#body.read()) !== undefined);
      return undefined
    }
    if (++this.#count > this.#maxParts) throw new BodyError(withValues(tooManyParts, { max: this.#maxParts }))
    const head = partHeadOf(await this.#head())
    this.#at = 'content'
    return { ...head, pieces: this.#piecesOf(this.#count, head.name) }
  }

  /** Reads no further. */
  close(): void {
    this.#body.close()
  }

  #piecesOf(number: number, name: string): Pieces {
    let isClosed = false
    const read = async (): Promise<Uint8Array | undefined> => {
      if (isClosed) return undefined
      if (number !== this.#count)
        throw new Error(`the part ${name} was passed: read each part before the next`)
      this.#isReading = true
      try {
        return await this.#content()
      } finally {
        this.#isReading = false
      }
    }
    const close = (): void => {
      isClosed = true
    }
    return { read, close }
  }

  /** A piece of the current content; `undefined` behind its end. */
  async #content(): Promise<Uint8Array | undefined> {
    let from = 0
    while (this.#at === 'content') {
      const bytes = this.#bytes
      const at = findIn(bytes)(this.#delimiter, from)
      if (at === -1) {
        const end = this.#hasEnded ? this.#fail() : beginOf(this.#delimiter, bytes)
        if (end > 0) return this.#take(end)
        await this.#readOn()
        continue
      }
      const line = readDelimiter(bytes, at, at + this.#delimiter.length, !this.#hasEnded)
      if (line === undefined) from = at + 1
      else if (at > 0) return this.#take(at)
      else if (line === 'open') {
        if (bytes.length > maxHeaderSize) throw new BodyError(hasEndlessHeader)
        await this.#readOn()
      } else {
        this.#take(line.end)
        this.#at = line.closes ? 'end' : 'delimiter'
      }
    }
    return undefined
  }

  #fail(): never {
    throw new BodyError(this.#count === 0 ? lacksBoundary : lacksLastBoundary)
  }

  /** The header of a part. */
  async #head(): Promise<string> {
    for (;;) {
      const bytes = this.#bytes
      if (bytes[0] === CR && bytes[1] === LF) {
        this.#take(2)
        return ''
      }
      const end = findIn(bytes)(emptyLine, 0)
      if (end > maxHeaderSize || (end === -1 && (this.#hasEnded || bytes.length > maxHeaderSize + 4)))
        throw new BodyError(hasEndlessHeader)
      if (end !== -1) {
        const text = decodeUtf8(bytes, 0, end)
        this.#take(end + emptyLine.length)
        return text
      }
      await this.#readOn()
    }
  }

  async #readOn(): Promise<void> {
    const piece = await this.#body.read()
    if (piece === undefined) this.#hasEnded = true
    else this.#bytes = this.#bytes.length === 0 ? piece : joinBytes([this.#bytes, piece])
  }

  #take(length: number): Uint8Array {
    const bytes = this.#bytes
    this.#bytes = bytes.subarray(length)
    return bytes.subarray(0, length)
  }
}

/** The index at which the end of some bytes may begin a delimiter; their length when it does not. */
function beginOf(delimiter: Uint8Array, bytes: Uint8Array): number {
  const first = Math.max(bytes.length - delimiter.length + 1, 0)
  for (let at = bytes.indexOf(CR, first); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (bytes.subarray(at).every((byte, i) => byte === delimiter[i])) return at
  }
  return bytes.length
}
