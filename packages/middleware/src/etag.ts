import { createHash } from 'node:crypto'
import type { Ctx, Handler } from '@ctxgen/runtime'
import { answerOf, removeHeader } from '@ctxgen/runtime/middleware'
import { afterNext } from './chain/after-next.ts'

/** The options of {@link etag}. */
export interface EtagOptions {
  /** Tags that promise an equal meaning instead of equal bytes (RFC 9110 section 8.8.3). Default: false. */
  readonly weak?: boolean
}

/**
 * Tags answers of GET and HEAD by their bytes, and answers 304 to a client that has them. The handler runs all the same.
 * Streams, errors, and answers that have a tag or `no-store` are left alone.
 * @answer GET,HEAD 304
 */
export function etag({ weak = false }: EtagOptions = {}): Handler {
  return (c) => afterNext(c, () => tag(c, weak))
}

function tag(c: Ctx, weak: boolean): void {
  const answer = answerOf(c)
  const { body = '' } = answer ?? {}
  const method = c.method()
  if (answer?.status !== 200 || body.length === 0 || (method !== 'GET' && method !== 'HEAD')) return
  if (/\bno-store\b/i.test(c.getRespHeader('cache-control'))) return
  if (c.getRespHeader('etag') === '') c.set('ETag', `${weak ? 'W/' : ''}"${digestOf(body)}"`)
  if (!c.fresh()) return
  c.status(304).send('')
  for (const name of ['Content-Type', 'Content-Length']) removeHeader(c, name)
}

/** 128 bits: two bodies of one URL never collide. */
function digestOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}
