import { HttpError } from '../error/http-error.ts'
import { mediaTypeOf } from '../request/media-type.ts'
import type { BindInput } from './bind-input.ts'

/** What a body may be bound from. */
export type BodyFormat = 'json' | 'form' | 'xml' | 'msgpack' | 'cbor'

/** The format that the Content-Type names; `undefined` for any other or none, and for one that is not set up. */
export function bodyFormat(c: BindInput): BodyFormat | undefined {
  switch (mediaType(c)) {
    case 'application/json':
      return 'json'
    case 'application/x-www-form-urlencoded':
    case 'multipart/form-data':
      return 'form'
    case 'application/xml':
    case 'text/xml':
      return 'xml'
    case 'application/vnd.msgpack':
      return c.bindSettings().msgPack === undefined ? undefined : 'msgpack'
    case 'application/cbor':
      return c.bindSettings().cbor === undefined ? undefined : 'cbor'
    default:
      return undefined
  }
}

/** The media type without parameters, in lower case. */
export function mediaType(c: BindInput): string {
  return mediaTypeOf(c.contentType())
}

/** Whether `all()` reads the body: only a non-empty one with a Content-Type counts (section 2.3 of the interface). */
export function hasBody(c: BindInput): boolean {
  return c.contentType() !== '' && c.bodyBytes().length > 0
}

/** What to throw for a body that the DTO has no format for. */
export function unsupportedBody(c: BindInput): HttpError {
  const type = mediaType(c)
  return new HttpError(
    422,
    type === '' ? 'The body has no Content-Type' : 'The body has an unsupported Content-Type',
  )
}
