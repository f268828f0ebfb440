/** The upgrades and sockets of an app whose hooks have not all ended. */
export class SocketWork {
  #count = 0
  #isAbandoned = false
  #waiting: (() => void)[] = []

  begin(): void {
    this.#count++
  }

  end(): void {
    this.#count--
    if (this.#count === 0) this.#tell()
  }

  /** Resolves when all have ended, or are abandoned. */
  async ended(): Promise<void> {
    if (this.#count > 0 && !this.#isAbandoned)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
  }

  /** Nothing waits for them any more, until the app listens again. */
  abandon(): void {
    this.#isAbandoned = true
    this.#tell()
  }

  reset(): void {
    this.#isAbandoned = false
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting = []
  }
}
