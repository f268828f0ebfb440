/** Lets so many through in a second, with bursts of as many. */
export class RateGate {
  readonly #rate: number
  #tokens: number
  #last: number = performance.now()

  constructor(rate: number) {
    this.#rate = rate
    this.#tokens = rate
  }

  take(): boolean {
    const now = performance.now()
    this.#tokens = Math.min(this.#rate, this.#tokens + ((now - this.#last) * this.#rate) / 1000)
    this.#last = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}
