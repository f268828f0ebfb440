import { matchLanguage, type Range, readRanges } from './accept-token.ts'

/**
 * The offer to answer an Accept-Language header in, by Lookup (RFC 4647 section 3.4): `de-AT` finds `de`. A range that
 * says less than every offer finds one that begins with it: `pt` finds `pt-BR`. A star stands for what no other range
 * covers. The first offer when nothing is found.
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

/** Whether no range that accepts the offer is more exact than one that refuses it. */
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

/** How exactly the ranges cover an offer; -1 when none does. */
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

/** Without the last subtag, and without a single letter before it, which only introduces what follows. */
function shortened(range: string): string {
  const dash = range.lastIndexOf('-')
  return dash === -1 ? '' : range.slice(0, range[dash - 2] === '-' ? dash - 2 : dash)
}

function isBelow(offer: string, range: string): boolean {
  return offer.toLowerCase().startsWith(`${range}-`)
}
