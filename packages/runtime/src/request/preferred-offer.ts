/**
 * How exactly a range takes an offer, which is given by its place: 0 or more, the higher the more exactly; -1 when it does
 * not.
 */
export type Exactness<R> = (range: R, offer: number) => number

/**
 * The place of the offer that ranges, best first, prefer; -1 when they accept none. A range of weight 0 takes back what a
 * range that is no more exact accepted.
 * @param refuses how exactly a range of weight 0 refuses an offer, if not by `takes`.
 */
export function preferredOffer<R extends { readonly q: number }>(
  ranges: readonly R[],
  offers: number,
  takes: Exactness<R>,
  refuses: Exactness<R> = takes,
): number {
  const refusing = ranges.filter(({ q }) => q === 0)
  // Found out once for an offer: a header of thousands of ranges must not have each compared with each.
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
