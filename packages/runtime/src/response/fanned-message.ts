/** A subscriber of a channel: an open WebSocket or a stream of events. */
export interface Receiver<T> {
  /** Sends a message. Resolves when there is room for more. @throws TypeError for one that it cannot send */
  deliver(message: FannedMessage<T>): Promise<void> | void
  /** Calls back at its end, at once if it has ended. */
  onEnd(call: () => void): void
}

/** A message to many receivers: each form of it is written once. */
export class FannedMessage<T> {
  readonly value: T
  /** Its place in the log of the channel; `undefined` for one without. */
  readonly id: string | undefined
  readonly #written = new Map<object, unknown>()

  constructor(value: T, id: string | undefined) {
    this.value = value
    this.id = id
  }

  /** The message as `write` writes it, which is called once for each `form`. */
  as<W>(form: object, write: () => W): W {
    const known = this.#written.get(form)
    if (known !== undefined) return known as W
    const written = write()
    this.#written.set(form, written)
    return written
  }
}
