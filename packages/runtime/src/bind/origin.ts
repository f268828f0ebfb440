import type { BindSourceName } from '../error/bind-error.ts'
import type { NamingSource, Origin } from '../validate/client-names.ts'
import type { BindInput } from './bind-input.ts'
import { bodyFormat, hasBody } from './body-format.ts'
import { customBinderOf } from './custom-binder.ts'

/** One source, or the body in the format that was sent. */
export type Place = NamingSource | 'body'

/**
 * The places of the properties of a DTO: most have the `usual` one, others their own, in the order of reading. Formats of
 * the body among these are those that hold the property; the first is meant when none of them was sent.
 */
export interface Places {
  readonly usual: Place
  readonly others: Readonly<Record<string, Place | readonly Place[]>>
}

/** What sources had, for properties that may come from several. */
export type Drafts = Readonly<Partial<Record<BindSourceName, object | undefined>>>

/** The places of the properties of a DTO. Of `others` the compiler would take `constructor` for that of every object. */
export function placesOf<const O extends Places['others']>(usual: Place, others: O): Places {
  return { usual, others }
}

/** Tells where a property came from; one that came from nowhere is of its first place. */
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

/** The body in the format that its Content-Type names. What a custom binder calls its values nobody knows. */
function bodyOrigin(c: BindInput, places: readonly Place[]): Origin {
  if (customBinderOf(c) !== undefined) return { source: 'body', names: undefined, isDecoded: false }
  const sent = bodyFormat(c)
  const formats = places.filter((place) => place !== 'body' && sourceAt(place) === 'body')
  const isHeld = formats.length === 0 || formats.some((one) => one === sent)
  return originAt(isHeld ? (sent ?? 'json') : (formats[0] ?? 'json'), isHeld && hasBody(c))
}

function originAt(place: Place, isThere: boolean): Origin {
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
