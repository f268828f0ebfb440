import { matchLanguage, type Range, readRanges } from './accept-token.ts'

/**
 * The offer for an Accept-Language header, by Lookup (RFC 4647 section 3.4): `de-AT` finds `de`. A range shorter than
 * every offer finds an offer that begins with it: `pt` finds `pt-BR`. A `*` matches the offers that no other range
 * matches. The default is the first offer.
 */
export function lookupLanguage(header: string, offers: readonly string[]): string {
  const ranges = readRanges(header)
  const named = ranges.filter(({ text }) => text !== '*')
  const open = offers.filter((offer) => !isRefused(offer, named))
  for (const { text, q } of ranges) {
    if (q === 0) break
    const found =
      text === '*'
        ? open.find((offer) => exactness(offer, named) === -1)
        : (lookup(text, open) ?? open.find((offer) => isBelow(offer, text)))
    if (found !== undefined) return found
  }
  return offers[0] ?? ''
}

/** Whether a refusing range is at least as exact as every accepting one. */
function isRefused(offer: string, ranges: readonly Range[]): boolean {
  const refusal = exactness(
    offer,
    ranges.filter(({ q }) => q === 0),
  )
  return (
    refusal !== -1 &&
    refusal >=
      exactness(
        offer,
        ranges.filter(({ q }) => q > 0),
      )
  )
}

/** The exactness of the best match for an offer; -1 without a match. */
function exactness(offer: string, ranges: readonly Range[]): number {
  return ranges.reduce((most, { text }) => Math.max(most, matchLanguage(text, offer.toLowerCase())), -1)
}

function lookup(range: string, offers: readonly string[]): string | undefined {
  for (let wanted = range; wanted !== ''; wanted = shortened(wanted)) {
    const found = offers.find((offer) => offer.toLowerCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** The range without its last subtag, and without a singleton that would then be last. */
function shortened(range: string): string {
  const dash = range.lastIndexOf('-')
  return dash === -1 ? '' : range.slice(0, range[dash - 2] === '-' ? dash - 2 : dash)
}

function isBelow(offer: string, range: string): boolean {
  return offer.toLowerCase().startsWith(`${range}-`)
}
