import { trimBlanks } from '../request/header-lines.ts'
import { readWeight, splitOutsideQuotes } from '../request/media-type.ts'

/**
 * The offered coding with the highest weight in an Accept-Encoding header; of equal weights, the first offered.
 * `undefined` when none is accepted or the client prefers no coding (RFC 9110 section 12.5.3).
 */
export function acceptedCoding<T extends string>(accept: string, offers: readonly T[]): T | undefined {
  const weights = readWeights(accept)
  // An unlisted `identity` is accepted, but with a lower weight than listed codings.
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
