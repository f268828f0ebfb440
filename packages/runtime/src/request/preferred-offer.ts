/** How exactly a range matches the offer at an index: 0 or more, higher is more exact; -1 for no match. */
export type Exactness<R> = (range: R, offer: number) => number

/**
 * The index of the preferred offer; -1 when none is accepted. `ranges` are sorted, best first. A range of weight 0
 * overrides ranges that are not more exact.
 * @param refuses how exactly a range of weight 0 matches an offer. Default: `takes`.
 */
export function preferredOffer<R extends { readonly q: number }>(
  ranges: readonly R[],
  offers: number,
  takes: Exactness<R>,
  refuses: Exactness<R> = takes,
): number {
  const refusing = ranges.filter(({ q }) => q === 0)
  // Computed once per offer: a header of thousands of ranges must not cause quadratic work.
  const refusals: number[] = []
  for (const range of ranges) {
    if (range.q === 0) break
    for (let i = 0; i < offers; i++) {
      const exactness = takes(range, i)
      if (exactness === -1) continue
      const refusal = refusals[i] ?? mostExact(refusing, i, refuses)
      if (exactness > refusal) return i
      refusals[i] = refusal
    }
  }
  return -1
}

function mostExact<R>(ranges: readonly R[], offer: number, exactness: Exactness<R>): number {
  return ranges.reduce((most, range) => Math.max(most, exactness(range, offer)), -1)
}
