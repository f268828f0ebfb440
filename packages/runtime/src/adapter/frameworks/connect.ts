import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Guard } from '../../app/guard.ts'
import type { Ctx } from '../../ctx/ctx.ts'
import type { CtxState } from '../../ctx/ctx-state.ts'
import type { Locals } from '../../ctx/locals.ts'
import { HttpError } from '../../error/http-error.ts'
import { pathOf } from '../../request/request-target.ts'
import { formUrl, pathForm } from '../../route/path-form.ts'
import { markLent } from '../lent-responses.ts'
import { isGone } from '../node-exchange.ts'
import type { NodeExchange } from './connect-exchange.ts'
import { addExpressParts } from './express-parts.ts'

/**
 * Middleware of connect or Express: `helmet()`, `compression()`, `session({ … })`. Packages declare requests and
 * responses of their own, which no shared type fits.
 */
export type ConnectMiddleware = (req: never, res: never, next: (error?: unknown) => void) => unknown

/**
 * A handler that runs middleware of connect or Express with node's own request and response.
 *
 * Headers and a status that it sets become those of the `Ctx`, and an answer that it writes is the answer. The body of
 * the request is already read: bind it instead of parsing it.
 *
 * @param members that it sets on each request, for `c.locals()`: `user`, `session`. For handlers behind it, those that
 * {@link Locals} declares are never `undefined`.
 */
export function fromConnect<M extends string = never>(
  middleware: ConnectMiddleware,
  ...members: readonly M[]
): Guard<M & keyof Locals> {
  return async (c) => {
    const req = c.request()
    const res = c.response()
    if (isNode(req, 'rawHeaders') && isNode(res, 'writeHead')) {
      if (await passes(middleware, c, { req, res }, members)) await c.next()
      return
    }
    // Loaded on first use: servers of node never need it.
    const { exchangeOf } = await import('./connect-exchange.ts')
    const [exchange, isNew] = exchangeOf(c)
    if (await passes(middleware, c, exchange, members)) await c.next()
    if (isNew) await exchange.finish(c)
  }
}

/** Whether the middleware calls `next()`; otherwise it has answered. */
async function passes(
  middleware: ConnectMiddleware,
  c: Ctx,
  { req, res }: NodeExchange,
  members: readonly string[],
): Promise<boolean> {
  addExpressParts(c, req, res)
  lendHeaders.call(c, res)
  const unmount = mount.call(c, req)
  try {
    if (!(await called(middleware, req, res))) return false
  } finally {
    unmount()
  }
  if (!res.headersSent) takeHeaders.call(c, res)
  for (const name of members) c.locals(name, Reflect.get(req, name))
  return true
}

/** Whether the middleware called `next()`; else it has answered, or the client is gone. @throws the error of either */
function called(middleware: ConnectMiddleware, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // Its events have been emitted.
    if (isGone(res)) return resolve(false)
    const onEnd = (): void => resolve(false)
    res.once('finish', onEnd)
    res.once('close', onEnd)
    const next = (error?: unknown): void => {
      res.off('finish', onEnd)
      res.off('close', onEnd)
      if (isFault(error)) reject(asHttpError(error))
      else resolve(true)
    }
    const result = new Promise((resolve) => {
      resolve(Reflect.apply(middleware, undefined, [req, res, next]))
    })
    result.catch(next)
  })
}

/** Express's `next('route')` skips handlers without being an error. */
function isFault(error: unknown): boolean {
  return Boolean(error) && error !== 'route' && error !== 'router'
}

/** The errors of `http-errors` have a status, and may be shown to the client when it is below 500. */
function asHttpError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof HttpError) return cause
  const status: unknown = Reflect.get(cause, 'status') ?? Reflect.get(cause, 'statusCode')
  if (typeof status !== 'number' || status < 400 || status > 499) return cause
  return Reflect.get(cause, 'expose') === false
    ? new HttpError(status, undefined, { cause })
    : new HttpError(status, cause.message, { cause })
}

/** Lets the middleware read, change and remove the headers and the status so far. */
function lendHeaders(this: CtxState<unknown>, res: ServerResponse): void {
  const { lines, status } = this.draft
  markLent(res)
  res.statusCode = status
  for (let i = 0; lines !== undefined && i < lines.length; i += 2) {
    res.appendHeader(lines[i] ?? '', lines[i + 1] ?? '')
  }
}

/** Moves the headers and the status back, so that handlers can change them. */
function takeHeaders(this: CtxState<unknown>, res: ServerResponse): void {
  const { draft } = this
  draft.status = res.statusCode
  draft.lines = undefined
  for (const [name, values] of Object.entries(res.getHeaders())) {
    for (const value of [values].flat()) draft.addHeader(name, String(value))
    res.removeHeader(name)
  }
}

/** Below a mount path, `req.url` is relative to it, as in Express. @returns a function that restores it. */
function mount(this: CtxState<unknown>, req: IncomingMessage): () => void {
  const { url = '' } = req
  const mark = url.indexOf('?')
  const isSent = url === Reflect.get(req, 'originalUrl')
  const form = isSent ? this.matchedPath : pathForm(pathOf(url, mark))
  const route = this.currentRoute
  const prefix = route === undefined ? '' : this.owner.router.mountOf(route, form)
  if (prefix === '') return () => {}
  const rest = formUrl(form.slice(prefix.length))
  req.url = (rest.startsWith('/') ? rest : `/${rest}`) + (mark === -1 ? '' : url.slice(mark))
  Object.assign(req, { baseUrl: formUrl(prefix) })
  return () => {
    req.url = url
    Object.assign(req, { baseUrl: '' })
  }
}

function isNode<K extends 'rawHeaders' | 'writeHead'>(
  object: unknown,
  member: K,
): object is K extends 'writeHead' ? ServerResponse : IncomingMessage {
  return typeof object === 'object' && object !== null && member in object
}
