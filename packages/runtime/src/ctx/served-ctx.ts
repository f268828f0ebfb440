import { type ErrorHeaders, HttpError } from '../error/http-error.ts'
import type { Translator } from '../error/translator.ts'
import { BodyStream } from '../response/body-stream.ts'
import { Ctx } from './ctx.ts'
import type { Templates } from './ctx-host.ts'
import { findRoutes, unmatchedStatus } from './route-walk.ts'

/** A thrown proxy may refuse `instanceof`. */
function asHttpError(error: unknown): HttpError | undefined {
  try {
    return error instanceof HttpError ? error : undefined
  } catch {
    return undefined
  }
}

/** The Ctx that the app creates: members that handlers must not use are public here. */
export class ServedCtx extends Ctx {
  /** Runs the handlers that match; false if there is none, a promise if they are asynchronous. */
  run(): Promise<void> | boolean {
    if (!findRoutes.call(this)) return false
    return this.next() ?? true
  }

  get templates(): Templates | undefined {
    return this.work.templates
  }

  set templates(templates: Templates | undefined) {
    this.work.templates = templates
  }

  /** Sets the Allow header with 405. */
  unmatchedStatus(): 404 | 405 {
    return unmatchedStatus.call(this)
  }

  override hasLeft(): boolean {
    return super.hasLeft()
  }

  override settle(): Promise<void> | undefined {
    return super.settle()
  }

  /** Answers with the runtime's own text, whose type is a safe header value. */
  answer(status: number, type: string, text: string): void {
    const { draft } = this
    draft.status = status
    draft.putHeader('Content-Type', type)
    draft.replaceBody(text)
  }

  /**
   * Replaces the answer of a failed handler by the headers of its error; policies and cookies stay.
   * @throws TypeError for an invalid header of the error.
   */
  takeBack(error: unknown): void {
    const { draft } = this
    const expected = asHttpError(error)
    draft.dropAnswer(expected?.status)
    draft.isSent = false
    this.result = undefined
    this.workSoFar?.excuse()
    if (expected?.headers !== undefined) this.setErrorHeaders(expected.headers)
  }

  /** Replaces headers of the same name, but adds to cookies and Vary. */
  protected setErrorHeaders(headers: ErrorHeaders): void {
    for (const [name, value] of Object.entries(headers)) {
      const values = typeof value === 'string' ? [value] : value
      const lower = name.toLowerCase()
      if (lower === 'vary') this.vary(...values)
      else {
        if (lower !== 'set-cookie') this.draft.removeHeader(name)
        for (const line of values) this.draft.addHeader(name, line)
      }
    }
  }

  /** Takes an error handler's return value. @throws the value if it is an `Error`, or an Error if nothing was sent */
  takeResult(value: unknown): void {
    this.keepResult(value)
    this.checkSent()
  }

  translator(): Translator | undefined {
    return this.owner.settings.messages
  }

  get errorsAreJson(): boolean {
    return this.owner.settings.errorsAreJson
  }

  override report(error: unknown): void {
    super.report(error)
  }

  override leave(): void {
    this.reportMissed()
    const body = this.hasLeft() ? undefined : this.draft.body
    if (body instanceof BodyStream) body.onFailure = (error) => this.report(error)
    try {
      super.leave()
    } catch (error) {
      this.report(error)
    }
  }

  /** Reports a failure if the answer is an empty 200: a handler that caught it would have answered. */
  protected reportMissed(): void {
    const failure = this.workSoFar?.lastFailure
    if (failure === undefined || !this.isSilent()) return
    const { error: cause } = failure
    this.report(
      new Error('a handler has failed, and the answer is an empty 200: was next() awaited?', { cause }),
    )
  }
}
