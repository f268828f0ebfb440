import type { BindSourceName } from '../../error/bind-error.ts'
import type { Origin } from '../../validate/validation-issues.ts'
import { bodyFormat, hasBody } from '../parsers/body-format.ts'
import type { Place, Places } from '../parsers/places.ts'
import type { BindInput } from '../reading/bind-input.ts'
import { customBinderOf } from './custom-binder.ts'

/** The values of each source, for properties with several sources. */
type Drafts = Readonly<Partial<Record<BindSourceName, object | undefined>>>

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
  // The names that a custom binder reads are unknown.
  if (customBinderOf(c) !== undefined) return { source: 'body', names: undefined, isDecoded: false }
  const formats = places.filter((place) => place !== 'body' && sourceAt(place) === 'body')
  const sent = bodyFormat(c)
  const isPossible = formats.length === 0 || formats.some((one) => one === sent)
  return originAt(isPossible ? (sent ?? 'json') : (formats[0] ?? 'json'), isPossible && hasBody(c))
}

/** @param isThere whether the source has a value. */
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
