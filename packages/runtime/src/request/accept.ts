import { typeOfExtension } from './extension-type.ts'
import { type MediaType, parseMediaType, splitOutsideQuotes } from './media-type.ts'
import { preferredOffer } from './preferred-offer.ts'

/**
 * The offer, as passed in, that an Accept header prefers; `""` when it accepts none. An offer is a media type or an
 * extension with or without its dot; `text/*` offers any text. An absent or empty header accepts the first offer (RFC
 * 9110 section 12.5.1), a header without a valid range accepts none.
 */
export function preferredMediaType(accept: string, offers: readonly string[]): string {
  const ranges = readRanges(accept)
  if (ranges.length === 0) return /[^ \t,]/.test(accept) ? '' : (offers[0] ?? '')
  const types = offers.map(typeOfOffer)
  const takes = (range: MediaType, i: number): number => exactnessFor(types[i], range, overlaps)
  const refuses = (range: MediaType, i: number): number => exactnessFor(types[i], range, covers)
  return offers[preferredOffer(ranges, offers.length, takes, refuses)] ?? ''
}

/**
 * The media type of a response when the runtime chooses it (RFC 9110 section 12.5.1). Each offer has the weight of the
 * most exact range that matches it; of equal weights the first offer wins. `""` when all are refused.
 */
export function negotiatedType(accept: string, offers: readonly string[]): string {
  const ranges = readRanges(accept)
  if (ranges.length === 0) return /[^ \t,]/.test(accept) ? '' : (offers[0] ?? '')
  let best = ''
  let most = 0
  for (const offer of offers) {
    const q = weightOf(parseMediaType(offer), ranges)
    if (q <= most) continue
    best = offer
    most = q
  }
  return best
}

/** Of equally exact ranges the highest weight counts, unless one of them refuses. */
function weightOf(offer: MediaType | undefined, ranges: readonly MediaType[]): number {
  let weight = 0
  let most = -1
  for (const range of ranges) {
    const exactness = exactnessFor(offer, range, covers)
    if (exactness < most || (exactness === most && range.q > 0) || exactness === -1) continue
    weight = range.q
    most = exactness
  }
  return weight
}

function typeOfOffer(offer: string): MediaType | undefined {
  if (offer === '' || offer.includes('/')) return parseMediaType(offer)
  return parseMediaType(typeOfExtension(offer) ?? 'application/octet-stream')
}

/** The ranges of the header, best first: by weight, then by exactness, then in header order. */
function readRanges(accept: string): MediaType[] {
  const ranges: MediaType[] = []
  for (const element of splitOutsideQuotes(accept, ',')) {
    const range = parseMediaType(element)
    if (range !== undefined) ranges.push(range)
  }
  return ranges.sort((a, b) => b.q - a.q || exactnessOf(b) - exactnessOf(a))
}

/** How exact a range is: first by its type (`type/sub`, `type/*`, any), then by its number of parameters. */
function exactnessOf({ type, subtype, params }: MediaType): number {
  const parts = type === '*' ? 0 : subtype === '*' ? 1 : 2
  // A header never has this many parameters.
  return parts * 1e6 + params.size
}

function exactnessFor(
  offer: MediaType | undefined,
  range: MediaType,
  matches: (range: MediaType, offer: MediaType) => boolean,
): number {
  return offer !== undefined && matches(range, offer) ? exactnessOf(range) : -1
}

/** Whether the range matches a part of the offer. */
function overlaps(range: MediaType, offer: MediaType): boolean {
  if (offer.subtype === '*' && offer.type === range.type) return hasParams(range, offer)
  return covers(range, offer)
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
