import { BodyError } from '../bind/decoded/decode-body.ts'
import { type FormPart, readMultipart } from '../bind/multipart/multipart-body.ts'
import { HttpError } from '../error/http-error.ts'
import { FileHeader } from '../request/file-header.ts'

/** The body of a request before and after its Content-Encoding was decoded; an error if decoding failed. */
export interface ReceivedBody {
  readonly raw: Uint8Array
  readonly decoded: Uint8Array | HttpError
  /** Why the body was not read to its end: thrown where the handler that wants it would begin. */
  readonly refusal?: HttpError
}

const noBytes = new Uint8Array(0)

export const noBody: ReceivedBody = { raw: noBytes, decoded: noBytes }

/** A body that was not read to its end. */
export function refusedBody(refusal: HttpError): ReceivedBody {
  return { raw: noBytes, decoded: refusal, refusal }
}

/** The refusal of a body whose client has gone. */
export function brokenOff(cause?: unknown): HttpError {
  return new HttpError(400, 'The body broke off', cause === undefined ? undefined : { cause })
}

/** The error for a reader that comes before the body. @param option of the handler that would allow it */
export function unreadError(option: 'true' | "'stream'" = 'true'): Error {
  const others = option === 'true' ? ', or await c.readBody()' : ''
  return new Error(
    `the body is not read yet, since middleware runs before it: write { body: ${option} } before the handler, as in app.use(path, { body: ${option} }, handler)${others}`,
  )
}

/** The error for a reader that comes after other code. */
export function takenError(): Error {
  return new Error(
    "the body was read from the server's own request: by Connect middleware, or before app.fetch()",
  )
}

/** The error for a reader that comes after `bodyStream()`. */
export function streamedError(): Error {
  return new Error(
    'the body was taken as a stream by c.bodyStream(), so it cannot be read whole: await c.readBody() before it to have both',
  )
}

/** The result of `multipartForm()`: the parts of each name, in order. Null prototypes, so that any name is safe. */
export interface MultipartForm {
  readonly value: Readonly<Record<string, readonly string[]>>
  readonly file: Readonly<Record<string, readonly FileHeader[]>>
}

/** Reads a multipart body. @returns HttpError 400 if it is malformed */
export function multipartFormOf(
  body: Uint8Array,
  contentType: string,
  maxParts: number,
): MultipartForm | HttpError {
  try {
    return sortParts(readMultipart(body, contentType, maxParts))
  } catch (cause) {
    const error = malformedBody(cause)
    if (error instanceof HttpError) return error
    throw error
  }
}

/** The answer to a body that cannot be read; other errors stay. */
export function malformedBody(cause: unknown): unknown {
  return cause instanceof BodyError ? new HttpError(400, `The body ${cause.message}`, { cause }) : cause
}

function sortParts(parts: readonly FormPart[]): MultipartForm {
  const value: Record<string, string[]> = Object.create(null)
  const file: Record<string, FileHeader[]> = Object.create(null)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const { name, filename, header, bytes } of parts) {
    if (filename === undefined) {
      value[name] ??= []
      value[name].push(decoder.decode(bytes))
    } else {
      file[name] ??= []
      file[name].push(new FileHeader(filename, header, bytes))
    }
  }
  return { value, file }
}
