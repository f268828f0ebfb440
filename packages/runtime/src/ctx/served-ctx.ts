import type { Translator } from '../error/translator.ts'
import { BodyStream } from '../response/body-stream.ts'
import { Ctx } from './ctx.ts'
import type { Templates } from './templates.ts'

/** The Ctx as the app sees it: what handlers may not touch is public here. */
export class ServedCtx extends Ctx {
  /** Runs the handlers that match; a promise when they take their time, false when there is none. */
  run(): Promise<void> | boolean {
    if (!this.findRoutes()) return false
    return this.next() ?? true
  }

  get templates(): Templates | undefined {
    return this.work.templates
  }

  set templates(templates: Templates | undefined) {
    this.work.templates = templates
  }

  override unmatchedStatus(): 404 | 405 {
    return super.unmatchedStatus()
  }

  override hasLeft(): boolean {
    return super.hasLeft()
  }

  override settle(): Promise<void> | undefined {
    return super.settle()
  }

  /** Answers with a text of ours, whose header lines need no look. */
  answer(status: number, type: string, text: string): void {
    const { draft } = this
    draft.status = status
    draft.putHeader('Content-Type', type)
    draft.replaceBody(text)
  }

  /** Takes back what a handler that failed has answered; headers and cookies stay. */
  takeBack(): void {
    this.draft.clearBody()
    this.draft.isSent = false
    this.result = undefined
    this.workSoFar?.excuse()
  }

  /** Takes what an error handler returned. @throws it when it is an `Error`, and when it was returned in place of an answer */
  takeResult(value: unknown): void {
    this.keepResult(value)
    this.checkSent()
  }

  /** What puts errors into the words of the client. */
  translator(): Translator | undefined {
    return this.owner.settings.messages
  }

  override report(error: unknown): void {
    super.report(error)
  }

  override leave(): void {
    this.tellUnseen()
    const body = this.hasLeft() ? undefined : this.draft.body
    if (body instanceof BodyStream) body.onFailure = (error) => this.report(error)
    try {
      super.leave()
    } catch (error) {
      this.report(error)
    }
  }

  /** Nobody can tell a failure that was caught from one that a forgotten `await` has missed; who caught it says something. */
  protected tellUnseen(): void {
    const failure = this.workSoFar?.lastFailure
    if (failure === undefined || !this.isSilent()) return
    const { error: cause } = failure
    this.report(
      new Error('a handler has failed, and the answer is an empty 200: was next() awaited?', { cause }),
    )
  }
}
