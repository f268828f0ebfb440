import { typeOfExtension } from './extension-type.ts'
import { type MediaType, parseMediaType, splitOutsideQuotes } from './media-type.ts'

interface Range extends MediaType {
  /** How much it says: `type/sub` 2, `type/*` 1, any type 0. */
  readonly specificity: number
}

/**
 * The offer that an Accept header prefers, as it was passed in; `""` when it accepts none. An offer is a media type, or
 * an extension with or without its dot; `text/*` offers any text. An absent or empty header accepts the first offer
 * (RFC 9110 section 12.5.1), one of which nothing can be read accepts none.
 */
export function preferredMediaType(accept: string, offers: readonly string[]): string {
  const ranges = readRanges(accept)
  if (ranges.length === 0) return /[^ \t,]/.test(accept) ? '' : (offers[0] ?? '')
  const refusing = ranges.filter((range) => range.q === 0)
  const types = offers.map(typeOfOffer)
  for (const range of ranges) {
    if (range.q === 0) break
    for (const [i, type] of types.entries()) {
      if (type !== undefined && takes(range, type) && !refused(refusing, range, type)) return offers[i] ?? ''
    }
  }
  return ''
}

function typeOfOffer(offer: string): MediaType | undefined {
  if (offer === '' || offer.includes('/')) return parseMediaType(offer)
  return parseMediaType(typeOfExtension(offer) ?? 'application/octet-stream')
}

/** The ranges of the header, best first: by weight, then by how much they say, then as they stand. */
function readRanges(accept: string): Range[] {
  const ranges: Range[] = []
  for (const element of splitOutsideQuotes(accept, ',')) {
    const media = parseMediaType(element)
    if (media === undefined) continue
    const specificity = media.type === '*' ? 0 : media.subtype === '*' ? 1 : 2
    ranges.push({ ...media, specificity })
  }
  return ranges.sort((a, b) => b.q - a.q || moreExact(b, a))
}

/** Above 0 when the first of two ranges says more: first by its type, then by its parameters. */
function moreExact(a: Range, b: Range): number {
  return a.specificity - b.specificity || a.params.size - b.params.size
}

/** Whether some of what is offered lies in the range. */
function takes(range: Range, offer: MediaType): boolean {
  if (offer.subtype === '*' && offer.type === range.type) return hasParams(range, offer)
  return covers(range, offer)
}

/** Whether all of what is offered lies in the range. */
function covers(range: Range, offer: MediaType): boolean {
  if (range.type === '*' ? range.subtype !== '*' : range.type !== offer.type) return false
  if (range.subtype !== '*' && range.subtype !== offer.subtype) return false
  return hasParams(range, offer)
}

function hasParams(range: Range, offer: MediaType): boolean {
  for (const [name, value] of range.params) {
    if (offer.params.get(name) !== value) return false
  }
  return true
}

/** A range of weight 0 takes back what a range that says no more accepted. */
function refused(refusing: readonly Range[], accepted: Range, offer: MediaType): boolean {
  return refusing.some((range) => moreExact(range, accepted) >= 0 && covers(range, offer))
}
