import { HttpError } from '../error/http-error.ts'

/** The body of a request before and after its Content-Encoding was undone; an error when that failed. */
export interface ReceivedBody {
  readonly raw: Uint8Array
  readonly decoded: Uint8Array | HttpError
  /** Why it was not read to its end. */
  readonly refusal?: HttpError
}

const noBytes = new Uint8Array(0)

export const noBody: ReceivedBody = { raw: noBytes, decoded: noBytes }

/** A body past its limit, which was not read. */
export function refusedBody(): ReceivedBody {
  const refusal = new HttpError(413)
  return { raw: noBytes, decoded: refusal, refusal }
}
