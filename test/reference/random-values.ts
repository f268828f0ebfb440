import fc from 'fast-check'

/** A random value that can shrink. */
export interface RandomValue<T> {
  readonly value: T
  /** Smaller variants, the smallest first. */
  smaller(): Iterable<RandomValue<T>>
}

/** Values of an arbitrary, always the same for a seed, like `fc.sample` but without a clone for each. */
export function* randomValues<T>(arbitrary: fc.Arbitrary<T>, seed: number): Iterable<RandomValue<T>> {
  const random = new fc.Random(SmallFastCounting.of(seed))
  for (let count = 1; ; count++) {
    // The more values, the fewer are at a limit of their type, as in a run of fast-check.
    const { value, context } = arbitrary.generate(random, 2 + Math.floor(Math.log10(count)))
    yield randomValue(arbitrary, value, context)
  }
}

function randomValue<T>(arbitrary: fc.Arbitrary<T>, value: T, context: unknown): RandomValue<T> {
  return {
    value,
    *smaller() {
      for (const one of arbitrary.shrink(value, context)) yield randomValue(arbitrary, one.value, one.context)
    },
  }
}

/** The smallest shrunk value that still satisfies `isFound`. */
export function smallest<T>(found: RandomValue<T>, isFound: (value: T) => boolean): T {
  let best = found
  for (let left = 5000, isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const one of best.smaller()) {
      if (left-- <= 0) return best.value
      if (!isFound(one.value)) continue
      best = one
      isSmaller = true
      break
    }
  }
  return best.value
}

/** The generator sfc32 of PractRand, with fast-check's interface. */
class SmallFastCounting {
  private readonly state: Int32Array

  constructor(state: Int32Array) {
    this.state = state
  }

  static of(seed: number): SmallFastCounting {
    const generator = new SmallFastCounting(Int32Array.of(seed, 0x9e3779b9, 0x243f6a88, 1))
    // Mixes the seed into each part of the state.
    for (let i = 0; i < 15; i++) generator.next()
    return generator
  }

  next(): number {
    const [a = 0, b = 0, c = 0, count = 0] = this.state
    const sum = (a + b + count) | 0
    this.state[0] = b ^ (b >>> 9)
    this.state[1] = c + (c << 3)
    this.state[2] = ((c << 21) | (c >>> 11)) + sum
    this.state[3] = count + 1
    return sum
  }

  /** Skips ahead, so that runs draw different values. */
  jump(): void {
    for (let i = 0; i < 42; i++) this.next()
  }

  clone(): SmallFastCounting {
    return new SmallFastCounting(this.state.slice())
  }

  getState(): readonly number[] {
    return [...this.state]
  }
}
