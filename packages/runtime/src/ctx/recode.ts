import { type BodySource, BodyStream } from '../response/body-stream.ts'
import type { Ctx } from './ctx.ts'
import type { CtxState } from './ctx-state.ts'

/** Converts a stream piece by piece. Each result has all that its piece makes readable. */
export interface StreamCoder {
  code(piece: Uint8Array): Promise<Uint8Array>
  /** The rest, at the end of the stream. */
  end(): Promise<Uint8Array>
  /** Releases the coder. May be called at any time, also during a call. */
  close(): void
}

/** Puts other bytes in the place of a whole body. The headers stay, except Content-Length. */
export function recodeBody(c: Ctx, body: Uint8Array): void {
  replaceBytes.call(c, body)
}

/** Sends a stream through a coder. The headers stay, except Content-Length. Does nothing for a whole body. */
export function recodeStream(c: Ctx, coder: StreamCoder): void {
  replaceStream.call(c, coder)
}

/** Sees a stream on its way to the client. */
export interface StreamWatcher {
  /** @param bytes valid until it returns */
  piece(bytes: Uint8Array): void
  /** Called once. @param isWhole the stream has ended by itself: neither it nor the client has broken off */
  close(isWhole: boolean): void
}

/** @returns whether there is a stream to watch */
export function watchStream(c: Ctx, watcher: StreamWatcher): boolean {
  return watchBody.call(c, watcher)
}

function replaceBytes(this: CtxState<unknown>, body: Uint8Array): void {
  const { draft } = this
  if (this.hasLeft() || draft.isReserved || draft.body instanceof BodyStream) return
  draft.removeHeader('content-length')
  draft.body = body
}

function replaceStream(this: CtxState<unknown>, coder: StreamCoder): void {
  const { draft } = this
  const { body } = draft
  if (this.hasLeft() || draft.isReserved || !(body instanceof BodyStream)) return
  draft.removeHeader('content-length')
  draft.body = new BodyStream(codedSource(body, coder))
}

function watchBody(this: CtxState<unknown>, watcher: StreamWatcher): boolean {
  const { draft } = this
  const { body } = draft
  if (this.hasLeft() || draft.isReserved || !(body instanceof BodyStream)) return false
  draft.body = new BodyStream(watchedSource(body, watcher), body.size)
  return true
}

function watchedSource(body: BodyStream, watcher: StreamWatcher): BodySource {
  const source: BodySource = {
    async read() {
      const piece = await body.read()
      if (piece !== undefined) watcher.piece(piece)
      return piece
    },
    reuse: () => body.reuse(),
    close() {
      const isWhole = body.hasEnded || body.isComplete
      body.close()
      watcher.close(isWhole)
    },
  }
  body.onBreak = () => source.onFailure?.()
  return source
}

function codedSource(body: BodyStream, coder: StreamCoder): BodySource {
  let hasEnded = false
  const source: BodySource = {
    async read() {
      if (hasEnded) return undefined
      const piece = await body.read()
      if (piece === undefined) {
        hasEnded = true
        return coder.end()
      }
      const coded = await coder.code(piece)
      body.reuse()
      return coded
    },
    close() {
      body.close()
      coder.close()
    },
  }
  body.onBreak = () => source.onFailure?.()
  return source
}
