import type { HttpError } from '../error/http-error.ts'

/** The body of a request before and after its Content-Encoding was undone; an error when that failed. */
export interface ReceivedBody {
  readonly raw: Uint8Array
  readonly decoded: Uint8Array | HttpError
}

const noBytes = new Uint8Array(0)

export const noBody: ReceivedBody = { raw: noBytes, decoded: noBytes }
