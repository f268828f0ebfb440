import type { BindSourceName } from '../error/bind-error.ts'
import type { NamingSource, Origin } from '../validate/client-names.ts'
import type { BindInput } from './bind-input.ts'
import { parsersOf } from './parsers.ts'

/** A source, or the body in any format. */
export type Place = NamingSource | 'body'

/**
 * The sources of a DTO's properties: `usual`, except for `others`, in reading order. Body formats among these are the
 * ones with the property; the first is the default when the request has none of them.
 */
export interface Places {
  readonly usual: Place
  readonly others: Readonly<Record<string, Place | readonly Place[]>>
}

/** The values of each source, for properties with several sources. */
export type Drafts = Readonly<Partial<Record<BindSourceName, object | undefined>>>

/**
 * Creates {@link Places}. A function, because the compiler would read `constructor` in `others` as the inherited one.
 */
export function placesOf<const O extends Places['others']>(usual: Place, others: O): Places {
  return { usual, others }
}

/** Returns the source of a property; for an absent property its first possible source. */
export function originsIn(c: BindInput, from: Place | Places, drafts: Drafts): (property: string) => Origin {
  if (typeof from === 'string') {
    const only = from === 'body' ? bodyOrigin(c, []) : originAt(from, true)
    return () => only
  }
  return (property) => {
    const places = placesIn(from, property)
    const place = places.find((one) => hasValue(drafts[sourceAt(one)], property)) ?? places[0] ?? from.usual
    return sourceAt(place) === 'body' ? bodyOrigin(c, places) : originAt(place, true)
  }
}

function placesIn({ usual, others }: Places, property: string): readonly Place[] {
  const own = Object.hasOwn(others, property) ? (others[property] ?? usual) : usual
  return typeof own === 'string' ? [own] : own
}

function hasValue(draft: object | undefined, property: string): boolean {
  return draft !== undefined && Object.hasOwn(draft, property) && Reflect.get(draft, property) !== undefined
}

/** @param places the possible places of the property. */
function bodyOrigin(c: BindInput, places: readonly Place[]): Origin {
  const isFormat = (place: Place): place is NamingSource => place !== 'body' && sourceAt(place) === 'body'
  return parsersOf(c).bodyOrigin(c, places.filter(isFormat))
}

/** @param isThere whether the source has a value. */
export function originAt(place: Place, isThere: boolean): Origin {
  const isDecoded = isThere && (place === 'json' || place === 'msgpack' || place === 'cbor')
  return { source: sourceAt(place), names: place === 'body' ? 'json' : place, isDecoded }
}

function sourceAt(place: Place): BindSourceName {
  switch (place) {
    case 'form':
    case 'json':
    case 'xml':
    case 'msgpack':
    case 'cbor':
      return 'body'
    default:
      return place
  }
}
