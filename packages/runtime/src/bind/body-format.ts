import { HttpError } from '../error/http-error.ts'
import { mediaTypeOf } from '../request/media-type.ts'
import type { BindInput } from './bind-input.ts'
import { notSetUp } from './codec.ts'

/** What a body may be bound from. */
export type BodyFormat = 'json' | 'form' | 'xml' | 'msgpack' | 'cbor'

/** The format that the Content-Type names; `undefined` for any other or none, and for one that is not set up. */
export function bodyFormat(c: BindInput): BodyFormat | undefined {
  const format = namedFormat(mediaType(c))
  return isMissing(c, format) ? undefined : format
}

function namedFormat(type: string): BodyFormat | undefined {
  switch (type) {
    case 'application/json':
      return 'json'
    case 'application/x-www-form-urlencoded':
    case 'multipart/form-data':
      return 'form'
    case 'application/xml':
    case 'text/xml':
      return 'xml'
    case 'application/vnd.msgpack':
      return 'msgpack'
    case 'application/cbor':
      return 'cbor'
    default:
      return suffixFormat(type)
  }
}

/** The format of a structured suffix (RFC 6839): `application/merge-patch+json` is JSON. */
function suffixFormat(type: string): BodyFormat | undefined {
  const suffix = type.slice(type.lastIndexOf('+') + 1)
  if (suffix === type) return undefined
  return suffix === 'json' || suffix === 'xml' || suffix === 'msgpack' || suffix === 'cbor'
    ? suffix
    : undefined
}

/** Whether the app has no codec for the format. */
function isMissing(c: BindInput, format: BodyFormat | undefined): boolean {
  const { msgPack, cbor } = c.bindSettings()
  return (format === 'msgpack' && msgPack === undefined) || (format === 'cbor' && cbor === undefined)
}

/** The media type without parameters, in lower case. */
export function mediaType(c: BindInput): string {
  return mediaTypeOf(c.contentType())
}

/** Whether `all()` reads the body: only a non-empty one with a Content-Type counts (section 2.3 of the interface). */
export function hasBody(c: BindInput): boolean {
  return c.contentType() !== '' && c.bodyBytes().length > 0
}

/** Whether the format of the body has a notation for a list without elements: then a list that is absent is missing. */
export function canSayEmpty(c: BindInput): boolean {
  const format = bodyFormat(c)
  return format === 'json' || format === 'msgpack' || format === 'cbor'
}

/** The name of a property in the format that was sent, for one that has not the same in all. */
export function sentName<N extends string | readonly string[]>(
  c: BindInput,
  names: Readonly<Partial<Record<BodyFormat, N>>>,
  usual: N,
): N {
  const format = bodyFormat(c)
  return (format === undefined ? undefined : names[format]) ?? usual
}

/** What to throw for a body that the DTO, or the app, has no format for. */
export function unsupportedBody(c: BindInput): HttpError {
  const type = mediaType(c)
  if (type === '') return new HttpError(422, 'The body has no Content-Type')
  const format = namedFormat(type)
  if (!isMissing(c, format)) return unsupported(undefined)
  return unsupported(format === 'cbor' ? notSetUp.cbor : notSetUp.msgPack)
}

/** @param hint is for the developer, not the client. */
function unsupported(hint: string | undefined): HttpError {
  const message = 'The body has an unsupported Content-Type'
  return new HttpError(422, message, hint === undefined ? undefined : { cause: new Error(hint) })
}
