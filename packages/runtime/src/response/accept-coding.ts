import { readWeight, splitOutsideQuotes } from '../request/media-type.ts'
import { trimBlanks } from '../request/trim-blanks.ts'

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
    const q = params.find((param) => /^[ \t]*q[ \t]*=/i.test(param))
    weights.set(
      trimBlanks(name).toLowerCase(),
      q === undefined ? 1 : readWeight(trimBlanks(q.slice(q.indexOf('=') + 1))),
    )
  }
  return weights
}
