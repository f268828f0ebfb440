import fc from 'fast-check'

/** A random value that can be made smaller. */
export interface RandomValue<T> {
  readonly value: T
  /** Values like it that are smaller, the smallest first. */
  smaller(): Iterable<RandomValue<T>>
}

/** Values of an arbitrary, always the same for a seed, as `fc.sample` draws them, but without its clones for each. */
export function* randomValues<T>(arbitrary: fc.Arbitrary<T>, seed: number): Iterable<RandomValue<T>> {
  const random = new fc.Random(SmallFastCounting.of(seed))
  for (let count = 1; ; count++) {
    // The more values, the fewer of them are at a limit of their type, as in a run of fast-check.
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

/** The smallest value that shrinking finds of which `isFound` still holds. */
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

/** The generator sfc32 of PractRand, as fast-check wants one. */
class SmallFastCounting {
  private readonly state: Int32Array

  constructor(state: Int32Array) {
    this.state = state
  }

  static of(seed: number): SmallFastCounting {
    const generator = new SmallFastCounting(Int32Array.of(seed, 0x9e3779b9, 0x243f6a88, 1))
    // Until each part of the state depends on the seed.
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

  /** Steps apart, so that what one run draws is not what another draws. */
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
