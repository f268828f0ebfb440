import { type ErrorHeaders, HttpError } from '../../error/http-error.ts'
import { mediaTypeOf } from '../../request/media-type.ts'
import type { BindInput } from '../reading/bind-input.ts'
import { notSetUp } from '../reading/codec.ts'
import type { BodyFormat } from './body-formats.ts'

/** The format of the Content-Type; `undefined` for an unknown or absent type, or a format that is not configured. */
export function bodyFormat(c: BindInput): BodyFormat | undefined {
  const format = namedFormat(mediaType(c))
  return isMissing(c, format) ? undefined : format
}

/** Whether a Content-Type is of a format whose values have JSON pointers. */
export function isDecodedType(contentType: string): boolean {
  const format = namedFormat(mediaTypeOf(contentType))
  return format === 'json' || format === 'msgpack' || format === 'cbor'
}

function namedFormat(type: string): BodyFormat | undefined {
  switch (type) {
    case 'application/json':
    case 'text/json':
      return 'json'
    case 'application/x-www-form-urlencoded':
    case 'multipart/form-data':
      return 'form'
    case 'application/xml':
    case 'text/xml':
      return 'xml'
    case 'application/vnd.msgpack':
    case 'application/msgpack':
    case 'application/x-msgpack':
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

/** The media type without parameters, in lower case; `""` for several. */
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

/** Whether the body is multipart/form-data. @throws HttpError 415 for a Content-Type of several values. */
export function isMultipart(c: BindInput): boolean {
  const type = mediaType(c)
  if (type === '' && c.contentType().includes(',')) throw new HttpError(415, unsupported)
  return type === 'multipart/form-data'
}

/** Whether there is neither a body nor a Content-Type. */
export function isUntypedEmpty(c: BindInput): boolean {
  return c.contentType() === '' && c.bodyBytes().length === 0
}

const unsupported = 'The body has an unsupported Content-Type'

/** The error for a body in a format that the DTO or the app does not support. @param formats Default: all. */
export function unsupportedBody(c: BindInput, formats: object = typesOf): HttpError {
  const message = c.contentType() === '' ? 'The body has no Content-Type' : unsupported
  const format = namedFormat(mediaType(c))
  // For the developer, not sent to the client.
  const hint = format === 'cbor' ? notSetUp.cbor : notSetUp.msgPack
  return new HttpError(415, message, {
    headers: takenTypes(c, formats),
    ...(isMissing(c, format) ? { cause: new Error(hint) } : {}),
  })
}

const typesOf: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded, multipart/form-data',
  xml: 'application/xml',
  msgpack: 'application/vnd.msgpack',
  cbor: 'application/cbor',
}

const allFormats: readonly BodyFormat[] = ['json', 'form', 'xml', 'msgpack', 'cbor']

/** The media types that a client could use instead (RFC 9110 section 12.5.1). */
function takenTypes(c: BindInput, formats: object): ErrorHeaders {
  const types = allFormats
    .filter((format) => Object.hasOwn(formats, format) && !isMissing(c, format))
    .map((format) => typesOf[format])
  const custom = (c.bindSettings().customBinders ?? []).flatMap(({ mimeTypes }) => mimeTypes)
  const taken = [...types, ...custom].join(', ')
  return taken === '' ? {} : { Accept: taken }
}
