import { readWeight, splitOutsideQuotes } from '../request/media-type.ts'

/** Of the codings on offer the one that an Accept-Encoding header gives the most weight; of equals the first offered. */
export function acceptedCoding<T extends string>(accept: string, offers: readonly T[]): T | undefined {
  const weights = readWeights(accept)
  let best: T | undefined
  let most = 0
  for (const offer of offers) {
    const weight = weights.get(offer) ?? weights.get('*') ?? 0
    if (weight <= most) continue
    best = offer
    most = weight
  }
  return best
}

function readWeights(accept: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of splitOutsideQuotes(accept, ',')) {
    const [name = '', ...params] = element.split(';')
    const q = params.find((param) => /^\s*q\s*=/i.test(param))
    weights.set(
      name.trim().toLowerCase(),
      q === undefined ? 1 : readWeight(q.slice(q.indexOf('=') + 1).trim()),
    )
  }
  return weights
}
