import type { HttpError } from '../error/http-error.ts'
import type { Incoming } from '../request/incoming.ts'
import type { TrustSettings } from '../request/proxy-trust.ts'
import { RequestOrigin } from '../request/request-origin.ts'
import type { MultipartForm } from './received-form.ts'

/** What few requests are asked for, worked out at most once: one field of the Ctx for all of it. */
export class RequestParts {
  readonly origin: RequestOrigin
  /** A multipart body, once read; an error when that failed. */
  multipart: MultipartForm | HttpError | undefined = undefined
  /** An urlencoded body as text, once decoded. */
  formText: string | undefined = undefined
  /** What `toString()` gives. */
  text: string | undefined = undefined

  constructor(incoming: Incoming, trust: TrustSettings) {
    this.origin = new RequestOrigin(incoming, trust)
  }
}
