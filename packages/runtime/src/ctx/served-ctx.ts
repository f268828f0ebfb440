import { type ErrorHeaders, HttpError } from '../error/http-error.ts'
import type { Translator } from '../error/translator.ts'
import { requestHeader } from '../request/header-lines.ts'
import { pathOf } from '../request/request-target.ts'
import { BodyStream } from '../response/body-stream.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import type { Answered, OnResponse } from './answered.ts'
import { Ctx, type Handler } from './ctx.ts'
import { type CtxHost, type ResponseEnd, reportTo, type Templates } from './ctx-host.ts'
import { isPending } from './handler-values.ts'
import { findRoutes, unmatchedStatus } from './route-walk.ts'
import type { UnreadBody } from './unread-body.ts'

/** The app as a request that it serves sees it. */
export interface ServingHost extends CtxHost<Handler> {
  /** `undefined` for none. */
  readonly onResponse: readonly OnResponse[] | undefined
}

/** Calls `onResponse` for a request that was refused before it had a Ctx. */
export function noteRefusal(host: ServingHost, method: string, target: string, sent: ResponseEnd): void {
  if (host.onResponse === undefined) return
  answered(host, { method, path: pathOf(target, target.indexOf('?')), ms: 0, ...sent })
}

/** Calls each `onResponse`. Never throws: their errors go to `onError`. */
function answered(host: ServingHost, facts: Answered): void {
  for (const call of host.onResponse ?? []) {
    try {
      const result: unknown = call(facts)
      if (isPending(result)) result.then(undefined, (error: unknown) => reportFailure(host, facts, error))
    } catch (error) {
      reportFailure(host, facts, error)
    }
  }
}

function reportFailure({ settings }: ServingHost, { method, path }: Answered, error: unknown): void {
  reportTo(settings.onError, error, { method, path })
}

/** Routes for which a hint was logged. */
const hinted = new WeakSet<object>()

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
  declare protected readonly owner: ServingHost

  /** Finds the handlers that match. @returns the body if it is read before the first of them */
  enter(): UnreadBody | undefined {
    const { awaited } = this
    return findRoutes.call(this) && awaited !== undefined && this.chain[0]?.readsAt === 0
      ? awaited
      : undefined
  }

  override takeBody(unread: UnreadBody, done: () => void): void {
    super.takeBody(unread, done)
  }

  /** Runs the handlers; false if there is none, a promise if they are asynchronous. */
  run(): Promise<void> | boolean {
    if (this.chain.length === 0 && !this.owner.router.hasFallbacks) return false
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

  headerText(lower: string): string {
    return requestHeader(this.incoming, lower)
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
    this.isFailed = true
    this.result = undefined
    this.workSoFar?.excuse()
    if (expected?.headers !== undefined) this.setErrorHeaders(expected.headers)
  }

  /** An error handler has ended, and middleware continues. */
  endFailure(): void {
    this.isFailed = false
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
    if (this.editsBefore !== -1 && !this.hasLeft() && this.editsBefore === this.draft.edits)
      this.hintAtNothing()
    // A connection that is about to close must not get another request.
    if (this.owner.isStopping && !this.hasLeft()) this.draft.appendHeader('Connection', ['close'])
    const body = this.hasLeft() ? undefined : this.draft.body
    if (body instanceof BodyStream) body.onFailure = (error) => this.report(error)
    try {
      super.leave()
    } catch (error) {
      this.report(error)
    }
  }

  protected override sendDraft(draft: ResponseDraft): void {
    if (this.owner.onResponse === undefined) super.sendDraft(draft)
    else this.endWatched(draft, false)
  }

  protected override abandon(draft: ResponseDraft): void {
    if (this.owner.onResponse === undefined) {
      super.abandon(draft)
      return
    }
    draft.replaceBody(undefined)
    this.beOver(draft)
    this.endWatched(draft, true)
  }

  /** Ends the response, calls `onResponse` when its end has come, then closes the locals. */
  protected endWatched(draft: ResponseDraft, isDropped: boolean): void {
    const { work, stored, transport, outgoing } = this
    const isElsewhere = transport.hasAnswered?.(outgoing) === true
    const head = this.incoming.method === 'HEAD'
    work.left = draft
    work.isWatched = true
    try {
      if (isDropped) transport.drop(outgoing)
      else transport.send(outgoing, draft, head)
    } finally {
      transport.onEnd(outgoing, draft, { head, isElsewhere }, (sent) => {
        this.callOnResponse(sent)
        work.isWatched = false
        if (!work.isOver) this.release()
        this.closeStored(stored)
      })
    }
  }

  protected callOnResponse(sent: ResponseEnd): void {
    this.unread = undefined
    this.isFailed = true
    const { method = '', url = '' } = this.incoming
    const path = pathOf(url, url.indexOf('?'))
    const ms = performance.now() - this.work.startedAt
    const { status, bytes, aborted } = sent
    const facts = { c: this, method, path, status, ms, bytes, aborted }
    const { currentRoute } = this
    const isRoute = currentRoute !== undefined && currentRoute.method !== 'use'
    answered(this.owner, isRoute ? { ...facts, route: currentRoute.path } : facts)
  }

  /** For `onResponse`. */
  startClock(): void {
    this.work.startedAt = performance.now()
  }

  /** Logs, once for each route, that its handlers have ended and left an empty 200. */
  protected hintAtNothing(): void {
    const { currentRoute, verb } = this
    const isElsewhere = this.transport.hasAnswered?.(this.outgoing) === true
    if (currentRoute === undefined || isElsewhere || this.workSoFar?.abort?.signal.aborted) return
    if (hinted.has(currentRoute)) return
    hinted.add(currentRoute)
    console.warn(
      `${verb} ${currentRoute.path}: its handlers set nothing, and the client gets an empty 200. Was a return or an await forgotten?`,
    )
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
