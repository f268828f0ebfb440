import type { Readable } from 'node:stream'
import type { Pieces } from '../../request/pieces.ts'

/** Learns when the server waits for the client. */
interface Waiting {
  beginWaiting(): void
  endReceiving(): void
}

/** The pieces of a body as sent: until the next is asked for, node reads no further from the connection. */
export class NodePieces implements Pieces {
  readonly #req: Readable
  readonly #counted: Waiting
  readonly #onEnd: () => void
  readonly #wake = (): void => this.#goOn?.()
  readonly #end = (): void => {
    this.close()
    this.#onEnd()
  }
  #goOn: (() => void) | undefined = undefined
  #error: Error | undefined = undefined
  #isClosed = false
  #isListening = false

  /** @param onEnd is called when the whole body was taken. */
  constructor(req: Readable, counted: Waiting, onEnd: () => void) {
    this.#req = req
    this.#counted = counted
    this.#onEnd = onEnd
  }

  /** Not before the first read: listening asks the client for the body (`100 Continue`). */
  #listen(): void {
    if (this.#isListening) return
    this.#isListening = true
    this.#req.on('readable', this.#wake)
    this.#req.on('end', this.#end)
  }

  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error
      if (this.#isClosed) return undefined
      this.#listen()
      const piece: unknown = this.#req.read()
      if (piece instanceof Uint8Array) return piece
      // The client is to blame for no other time.
      this.#counted.beginWaiting()
      await new Promise<void>((resolve) => {
        this.#goOn = resolve
      })
      this.#counted.endReceiving()
    }
  }

  /** Makes each further read reject. */
  fail(error: Error): void {
    this.#error ??= error
    this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const req = this.#req
    req.off('readable', this.#wake)
    req.off('end', this.#end)
    this.#wake()
  }
}
