import { trimBlanks } from './header-lines.ts'
import { readWeight } from './media-type.ts'
import { preferredOffer, rankOf } from './preferred-offer.ts'

/** How exactly a range matches an offer, both in lower case: 0 or more, higher is more exact; -1 for no match. */
type RangeMatch = (range: string, offer: string) => number

export interface Range {
  readonly text: string
  readonly q: number
}

/**
 * The offer, as passed in, that a weighted header prefers (Accept-Charset, -Encoding, -Language); `""` when it accepts
 * none. An absent or empty header accepts the first offer (RFC 9110 section 12.5).
 */
export function preferredToken(header: string, offers: readonly string[], match: RangeMatch): string {
  const ranges = readRanges(header)
  if (ranges.length === 0) return offers[0] ?? ''
  const ranks = offers.map((offer) => {
    const lower = offer.toLowerCase()
    return rankOf(ranges, ({ text }) => (lower === '' ? -1 : match(text, lower)))
  })
  return offers[preferredOffer(ranks)] ?? ''
}

/** {@link preferredToken} for Accept-Encoding: an empty header accepts no coding (section 12.5.3). */
export function preferredCoding(header: string | undefined, offers: readonly string[]): string {
  if (header === undefined || readRanges(header).length > 0)
    return preferredToken(header ?? '', offers, matchToken)
  return offers.find((offer) => offer.toLowerCase() === 'identity') ?? ''
}

/** The ranges of the header, best first: by weight, a lone `*` last among equal weights, then in header order. */
export function readRanges(header: string): Range[] {
  const ranges: Range[] = []
  for (const element of header.split(',')) {
    const [token = '', ...params] = element.split(';')
    const text = trimBlanks(token).toLowerCase()
    if (text !== '') ranges.push({ text, q: weightOf(params) })
  }
  return ranges.sort((a, b) => b.q - a.q || Number(a.text === '*') - Number(b.text === '*'))
}

function weightOf(params: readonly string[]): number {
  for (const param of params) {
    const equals = param.indexOf('=')
    if (trimBlanks(param.slice(0, equals)).toLowerCase() === 'q')
      return readWeight(trimBlanks(param.slice(equals + 1)))
  }
  return 1
}

/** No prefix is as long. */
const exact = 1e6

/** Charsets and codings match when equal, or by a `*` at the end of the range. */
export function matchToken(range: string, offer: string): number {
  if (range === offer) return exact
  return range.endsWith('*') && offer.startsWith(range.slice(0, -1)) ? range.length - 1 : -1
}

/** Basic Filtering of languages (RFC 4647 section 3.3.1): equal, or a prefix that ends at a subtag; `*` matches all. */
export function matchLanguage(range: string, tag: string): number {
  if (range === '*') return 0
  if (range.includes('*') || !isLanguageRange.test(range)) return -1
  const covered = tag.startsWith(range) && (tag.length === range.length || tag[range.length] === '-')
  return covered ? range.split('-').length : -1
}

/** Languages, Extended Filtering (RFC 4647 section 3.3.2): a `*` skips subtags, but not a singleton. */
export function matchLanguageExtended(range: string, tag: string): number {
  if (!isLanguageRange.test(range)) return -1
  const wanted = range.split('-')
  const subtags = tag.split('-')
  if (wanted[0] !== '*' && wanted[0] !== subtags[0]) return -1
  let at = 1
  for (const subtag of wanted.slice(1)) {
    if (subtag === '*') continue
    while (at < subtags.length && subtags[at] !== subtag) {
      if (subtags[at]?.length === 1) return -1
      at++
    }
    if (at++ >= subtags.length) return -1
  }
  return wanted.filter((subtag) => subtag !== '*').length
}

const isLanguageRange = /^(?:[a-z0-9]+|\*)(?:-(?:[a-z0-9]+|\*))*$/
