/** Durations in buckets, and their sum. */
export class Histogram {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  /** @param bounds in seconds, rising */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Array<number>(bounds.length + 1).fill(0)
  }

  add(seconds: number): void {
    const found = this.#bounds.findIndex((bound) => seconds <= bound)
    const at = found === -1 ? this.#bounds.length : found
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += seconds
  }

  /** The lines of Prometheus' text format. @param labels `a="b",c="d"` */
  lines(name: string, labels: string): readonly string[] {
    let count = 0
    const buckets = this.#counts.map((here, i) => {
      count += here
      return `${name}_bucket{${labels},le="${this.#bounds[i] ?? '+Inf'}"} ${count}`
    })
    return [...buckets, `${name}_sum{${labels}} ${this.#sum}`, `${name}_count{${labels}} ${count}`]
  }
}

/** A label's value in Prometheus' text format. */
export function labelText(value: string): string {
  return value.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`))
}
