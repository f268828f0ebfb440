import { typeOfExtension } from '@ctxgen/core/extension-type'
import { type MediaType, parseMediaType, splitOutsideQuotes } from './media-type.ts'
import { betterRank, preferredOffer, type Rank, rankOf } from './preferred-offer.ts'

/**
 * The offer, as passed in, that an Accept header prefers; `""` when it accepts none. An offer is a media type or an
 * extension with or without its dot; `text/*` offers any text. An absent or empty header accepts the first offer (RFC
 * 9110 section 12.5.1), a header without a valid range accepts none.
 */
export function preferredMediaType(accept: string, offers: readonly string[]): string {
  const ranges = readRanges(accept)
  if (ranges.length === 0) return /[^ \t,]/.test(accept) ? '' : (offers[0] ?? '')
  return offers[preferredOffer(offers.map((offer) => rankOfType(typeOfOffer(offer), ranges)))] ?? ''
}

const refused: Rank = { q: 0, exactness: -1 }

function rankOfType(offer: MediaType | undefined, ranges: readonly MediaType[]): Rank {
  if (offer === undefined) return refused
  const whole = rankOf(ranges, (range) => (covers(range, offer) ? exactnessOf(range) : -1))
  if (offer.subtype !== '*') return whole
  // An offer of any subtype may be answered with one that the header names.
  const parts = ranges.filter((range) => isPart(range, offer))
  return parts.map((range) => ({ q: range.q, exactness: exactnessOf(range) })).reduce(betterRank, whole)
}

function typeOfOffer(offer: string): MediaType | undefined {
  if (offer === '' || offer.includes('/')) return parseMediaType(offer)
  return parseMediaType(typeOfExtension(offer) ?? 'application/octet-stream')
}

/** The ranges of the header, in order. */
function readRanges(accept: string): MediaType[] {
  const ranges: MediaType[] = []
  for (const element of splitOutsideQuotes(accept, ',')) {
    const range = parseMediaType(element)
    if (range !== undefined) ranges.push(range)
  }
  return ranges
}

/** How exact a range is: first by its type (`type/sub`, `type/*`, any), then by its number of parameters. */
function exactnessOf({ type, subtype, params }: MediaType): number {
  const parts = type === '*' ? 0 : subtype === '*' ? 1 : 2
  // A header never has this many parameters.
  return parts * 1e6 + params.size
}

/** Whether the range matches some subtypes of the offer. */
function isPart(range: MediaType, offer: MediaType): boolean {
  return offer.type === range.type && range.subtype !== '*' && hasParams(range, offer)
}

/** Whether the range matches the whole offer. */
function covers(range: MediaType, offer: MediaType): boolean {
  if (range.type === '*' ? range.subtype !== '*' : range.type !== offer.type) return false
  if (range.subtype !== '*' && range.subtype !== offer.subtype) return false
  return hasParams(range, offer)
}

function hasParams(range: MediaType, offer: MediaType): boolean {
  for (const [name, value] of range.params) {
    if (offer.params.get(name) !== value) return false
  }
  return true
}
