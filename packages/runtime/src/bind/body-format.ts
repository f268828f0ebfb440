import { HttpError } from '../error/http-error.ts'
import { mediaTypeOf } from '../request/media-type.ts'
import type { BindInput } from './bind-input.ts'
import { notSetUp } from './decoded/codec.ts'
import type { BodyFormat } from './parsers.ts'

/** The format of the Content-Type; `undefined` for an unknown or absent type, or a format that is not configured. */
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

/** Whether the app lacks the codec of a format. */
function isMissing(c: BindInput, format: BodyFormat | undefined): boolean {
  const { msgPack, cbor } = c.bindSettings()
  return (format === 'msgpack' && msgPack === undefined) || (format === 'cbor' && cbor === undefined)
}

/** The media type without parameters, in lower case. */
export function mediaType(c: BindInput): string {
  return mediaTypeOf(c.contentType())
}

/** Whether `all()` reads the body: it must be non-empty and have a Content-Type (API.md section 2.3). */
export function hasBody(c: BindInput): boolean {
  return c.contentType() !== '' && c.bodyBytes().length > 0
}

/** Whether the format can represent an empty list, so that an absent list is missing. */
export function canSayEmpty(c: BindInput): boolean {
  const format = bodyFormat(c)
  return format === 'json' || format === 'msgpack' || format === 'cbor'
}

/** The error for a body in a format that the DTO or the app does not support. */
export function unsupportedBody(c: BindInput): HttpError {
  const type = mediaType(c)
  if (type === '') return new HttpError(422, 'The body has no Content-Type')
  const format = namedFormat(type)
  if (!isMissing(c, format)) return unsupported(undefined)
  return unsupported(format === 'cbor' ? notSetUp.cbor : notSetUp.msgPack)
}

/** @param hint for the developer, not sent to the client. */
function unsupported(hint: string | undefined): HttpError {
  const message = 'The body has an unsupported Content-Type'
  return new HttpError(422, message, hint === undefined ? undefined : { cause: new Error(hint) })
}
