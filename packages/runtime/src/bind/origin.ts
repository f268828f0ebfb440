import type { BindSourceName } from '../error/bind-error.ts'
import type { NamingSource, Origin } from '../validate/client-names.ts'
import type { BindInput } from './bind-input.ts'
import { bodyFormat, hasBody } from './body-format.ts'
import { customBinderOf } from './custom-binder.ts'

/** One source, or the body in the format that was sent. */
export type Place = NamingSource | 'body'

/**
 * The places of the properties of a DTO: most have the `usual` one, others their own, in the order of reading. Here a format
 * stands for the body as well: the one that is assumed when none was sent.
 */
export interface Places {
  readonly usual: Place
  readonly others: Readonly<Record<string, Place | readonly Place[]>>
}

/** What sources had, for properties that may come from several. */
export type Drafts = Readonly<Partial<Record<BindSourceName, object | undefined>>>

/** The places of the properties of a DTO, for `all`. */
export function placesOf(usual: Place, others: Places['others']): Places {
  return { usual, others }
}

/** Tells where a property came from; one that came from nowhere is of its first place. */
export function originsIn(c: BindInput, from: Place | Places, drafts: Drafts): (property: string) => Origin {
  if (typeof from === 'string') {
    const only = from === 'body' ? sentBody(c, 'json') : originAt(from, true)
    return () => only
  }
  const known = new Map<Place, Origin>()
  return (property) => {
    const place = placeOf(property, from, drafts)
    const format = place === 'body' ? 'json' : place
    const origin =
      known.get(place) ?? (sourceAt(place) === 'body' ? sentBody(c, format) : originAt(format, false))
    known.set(place, origin)
    return origin
  }
}

function placeOf(property: string, { usual, others }: Places, drafts: Drafts): Place {
  const own = Object.hasOwn(others, property) ? (others[property] ?? usual) : usual
  if (typeof own === 'string') return own
  return own.find((place) => hasValue(drafts[sourceAt(place)], property)) ?? own[0] ?? usual
}

function hasValue(draft: object | undefined, property: string): boolean {
  return draft !== undefined && Object.hasOwn(draft, property) && Reflect.get(draft, property) !== undefined
}

/** The body in the format that its Content-Type names. What a custom binder calls its values nobody knows. */
function sentBody(c: BindInput, assumed: NamingSource): Origin {
  if (customBinderOf(c) !== undefined) return { source: 'body', names: undefined, isDecoded: false }
  return originAt(bodyFormat(c) ?? assumed, hasBody(c))
}

function originAt(names: NamingSource, isThere: boolean): Origin {
  const isDecoded = isThere && (names === 'json' || names === 'msgpack' || names === 'cbor')
  return { source: sourceAt(names), names, isDecoded }
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
