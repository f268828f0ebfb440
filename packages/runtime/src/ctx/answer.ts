import { headerList } from '../request/header-lines.ts'
import { BodyStream } from '../response/body-stream.ts'
import type { DraftBody } from '../response/response-draft.ts'
import type { Ctx } from './ctx.ts'
import type { CtxState } from './ctx-state.ts'

/** The response so far: a snapshot for middleware that completes it after `await c.next()`. */
export interface Answer {
  readonly status: number
  /** The whole body; `undefined` without one and for a stream. */
  readonly body: string | Uint8Array | undefined
  /** The body is a stream, or still being made. */
  readonly isStream: boolean
}

/** The response so far; `undefined` once it has left. */
export function answerOf(c: Ctx): Answer | undefined {
  return readAnswer.call(c)
}

/** Removes all lines of a response header. */
export function removeHeader(c: Ctx, name: string): void {
  dropHeader.call(c, name)
}

/**
 * The client that limits count by: the address of the connection, or behind a trusted proxy that in `proxyHeader`,
 * without a port. `""` when the server does not know it.
 * @param ipv6Bits the length of the prefix that stands for one client, since a client has a whole network of addresses.
 */
export function clientOf(c: Ctx, ipv6Bits: number = 64): string {
  return readClient.call(c, ipv6Bits)
}

/**
 * All lines of a request header as one list, as servers for `fetch` give it, so that no line of several is passed over.
 * @param lower the name in lower case
 */
export function requestHeader(c: Ctx, lower: string): string {
  return readHeader.call(c, lower)
}

/** The path in the form that routes match: two spellings of a character are one. */
export function matchedPath(c: Ctx): string {
  return readForm.call(c)
}

/**
 * Gives up on the handlers that still run: aborts `c.signal()` with the error, which is not reported when they throw it,
 * and waits for none of their work. The caller throws the error.
 */
export function giveUp(c: Ctx, error: Error): void {
  abandonWork.call(c, error)
}

/** Sets the status of an upgrade, which the server answers with headers alone. */
export function switchProtocols(c: Ctx): void {
  setSwitching.call(c)
}

/** Whether a handler waits for the body of the request, which the client has not sent to its end. */
export function awaitsBody(c: Ctx): boolean {
  return readsBody.call(c)
}

/** Whether the body is unread, and `c.bodyStream()` gives it in pieces: the handler has the option `{ body: 'stream' }`. */
export function takesStream(c: Ctx): boolean {
  return streamsBody.call(c)
}

function setSwitching(this: CtxState<unknown>): void {
  this.draft.status = 101
  this.draft.edits++
}

function streamsBody(this: CtxState<unknown>): boolean {
  const { unread } = this
  return this.currentRoute?.takesStream === true && unread?.isTaken === false && unread.reading === undefined
}

function readsBody(this: CtxState<unknown>): boolean {
  return this.unread?.reading !== undefined
}

function readAnswer(this: CtxState<unknown>): Answer | undefined {
  if (this.hasLeft()) return undefined
  const { status, body, isReserved } = this.draft
  const isStream = isReserved || body instanceof BodyStream
  return { status, body: isStream ? undefined : wholeOf(body), isStream }
}

function wholeOf(body: DraftBody | undefined): string | Uint8Array | undefined {
  if (!Array.isArray(body)) return body instanceof BodyStream ? undefined : body
  const whole = new Uint8Array(body.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const piece of body) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function dropHeader(this: CtxState<unknown>, name: string): void {
  if (!this.hasLeft()) this.draft.removeHeader(name)
}

function readClient(this: CtxState<unknown>, ipv6Bits: number): string {
  return this.lazyParts.origin.client(ipv6Bits)
}

function readHeader(this: CtxState<unknown>, lower: string): string {
  return headerList(this.incoming.rawHeaders, lower)
}

function readForm(this: CtxState<unknown>): string {
  return this.matchedPath
}

function abandonWork(this: CtxState<unknown>, error: Error): void {
  if (this.hasLeft()) return
  const { work } = this
  work.reported.add(error)
  work.isLate = true
  work.forget()
  this.abortSignal()
  work.abort?.abort(error)
}
