import type { IncomingMessage, ServerResponse } from 'node:http'
import { formUrl, pathForm } from '@ctxgen/core/path-form'
import type { Guard } from '../../app/guard.ts'
import type { Ctx } from '../../ctx/ctx.ts'
import type { CtxState } from '../../ctx/ctx-state.ts'
import type { Locals } from '../../ctx/locals.ts'
import { skipRoute, skipRouter } from '../../ctx/route-walk.ts'
import { pathOf } from '../../request/request-target.ts'
import { requestTakers } from '../../route/route.ts'
import { markLent } from '../node/lent-responses.ts'
import type { NodeExchange } from './connect-exchange.ts'
import { linkMembers } from './connect-locals.ts'
import { type ConnectMiddleware, callMiddleware, type Way } from './connect-next.ts'
import { addExpressParts } from './express-parts.ts'

/**
 * A handler that runs middleware of connect or Express with node's own request and response.
 *
 * Headers and a status that it sets become those of the `Ctx`, and an answer that it writes is the answer. It runs before
 * the body is read; when it reads the request itself, binders behind it throw.
 *
 * `next('route')` skips the rest of a route, `next('router')` that of a mounted app.
 *
 * @param members that it sets on each request, for `c.locals()`: `user`, `session`. Reading and storing them there reads and
 * sets those of the request. For handlers behind it, those that {@link Locals} declares are never `undefined`.
 */
export function fromConnect<M extends string = never>(
  middleware: ConnectMiddleware,
  ...members: readonly M[]
): Guard<M & keyof Locals> {
  const handler: Guard<M & keyof Locals> = async (c) => {
    const req = c.request()
    const res = c.response()
    if (isNode(req, 'rawHeaders') && isNode(res, 'writeHead')) {
      await goOn(c, await wayOf(middleware, c, { req, res }, members))
      return
    }
    // Loaded on first use: servers of node never need it.
    const { exchangeOf } = await import('./connect-exchange.ts')
    const [exchange, isNew] = exchangeOf(c)
    await goOn(c, await wayOf(middleware, c, exchange, members))
    if (isNew) await exchange.finish(c)
  }
  requestTakers.add(handler)
  return handler
}

async function goOn(c: Ctx, way: Way | undefined): Promise<void> {
  if (way === undefined) return
  if (way === 'route') skipRoute.call(c)
  else if (way === 'router') skipRouter.call(c)
  await c.next()
}

/** The way on that the middleware chooses; `undefined` when it has answered. */
async function wayOf(
  middleware: ConnectMiddleware,
  c: Ctx,
  exchange: NodeExchange,
  members: readonly string[],
): Promise<Way | undefined> {
  const { req, res } = exchange
  addExpressParts(c, req, res)
  lendHeaders.call(c, res)
  const unmount = mount.call(c, req)
  let way: Way | undefined
  try {
    way = await callMiddleware(middleware, exchange, (error) => reportError.call(c, error))
  } finally {
    unmount()
  }
  if (way === undefined) return undefined
  if (!res.headersSent) takeHeaders.call(c, res)
  linkMembers.call(c, req, members)
  return way
}

function reportError(this: CtxState<unknown>, error: unknown): void {
  this.report(error)
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
