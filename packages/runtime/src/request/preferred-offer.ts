/** The weight of an offer, and how exact the range is that gives it. */
export interface Rank {
  readonly q: number
  readonly exactness: number
}

/**
 * The rank of an offer: that of the most exact matching range (RFC 9110 section 12.5.1). Of equally exact ranges the
 * highest weight counts, unless one of them refuses.
 * @param match how exactly a range matches the offer: 0 or more, higher is more exact; -1 for no match.
 */
export function rankOf<R extends { readonly q: number }>(
  ranges: readonly R[],
  match: (range: R) => number,
): Rank {
  let q = 0
  let most = -1
  for (const range of ranges) {
    const exactness = match(range)
    if (exactness === -1 || exactness < most) continue
    if (exactness > most) q = range.q
    else if (q > 0) q = range.q === 0 ? 0 : Math.max(q, range.q)
    most = exactness
  }
  return { q, exactness: most }
}

/** The better rank: by weight, then by exactness; the first of equal ones. */
export function betterRank(a: Rank, b: Rank): Rank {
  return b.q > a.q || (b.q === a.q && b.exactness > a.exactness) ? b : a
}

/** The index of the offer with the best rank; -1 when all are refused. */
export function preferredOffer(ranks: readonly Rank[]): number {
  const [first, ...others] = ranks
  if (first === undefined) return -1
  const best = others.reduce(betterRank, first)
  return best.q > 0 ? ranks.indexOf(best) : -1
}
