import { readWeight, splitOutsideQuotes } from '../request/media-type.ts'
import { trimBlanks } from '../request/trim-blanks.ts'

/**
 * Of the codings on offer the one that an Accept-Encoding header gives the most weight; of equals the first offered.
 * `undefined` when none is accepted, or the client would rather have no coding (RFC 9110 section 12.5.3).
 */
export function acceptedCoding<T extends string>(accept: string, offers: readonly T[]): T | undefined {
  const weights = readWeights(accept)
  // Who does not name `identity` takes it, but is not said to like it as much as what is named.
  const plain = weights.get('identity') ?? weights.get('*') ?? 0
  let best: T | undefined
  let most = 0
  for (const offer of offers) {
    const weight = weights.get(offer) ?? weights.get('*') ?? 0
    if (weight <= most || weight < plain) continue
    best = offer
    most = weight
  }
  return best
}

function readWeights(accept: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of splitOutsideQuotes(accept, ',')) {
    const [name = '', ...params] = element.split(';')
    const q = params.find((param) => /^[ \t]*q[ \t]*=/i.test(param))
    const coding = trimBlanks(name).toLowerCase()
    weights.set(
      coding === 'x-gzip' ? 'gzip' : coding,
      q === undefined ? 1 : readWeight(trimBlanks(q.slice(q.indexOf('=') + 1))),
    )
  }
  return weights
}
