import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ctx } from '../../ctx/ctx.ts'
import { headerUrl } from '../../response/header-url.ts'
import { expressAppOf } from './express-app.ts'

/** Adds the members of Express that middleware of packages commonly uses, once for each request. */
export function addExpressParts(c: Ctx, req: IncomingMessage, res: ServerResponse): void {
  if ('originalUrl' in req) return
  const app = expressAppOf(c)
  const get = (name: string): string | undefined => c.get(name) || undefined
  Object.assign(req, {
    originalUrl: req.url,
    baseUrl: '',
    protocol: c.protocol(),
    secure: c.secure(),
    hostname: c.hostname(),
    // Limiters demand an address; a request without a connection has none.
    ip: c.ip() || '0.0.0.0',
    ips: c.ips(),
    xhr: c.xhr(),
    query: c.queries(),
    app,
    get,
    header: get,
    res,
  })
  Object.defineProperty(req, 'path', { get: () => (req.url ?? '/').split('?', 1)[0], configurable: true })
  Object.assign(res, { locals: {}, app, ...responseParts(res) })
}

function responseParts(res: ServerResponse): object {
  const set = (name: string | Readonly<Record<string, string>>, value: string): ServerResponse => {
    const all = typeof name === 'string' ? { [name]: value } : name
    for (const [key, one] of Object.entries(all)) res.setHeader(key, one)
    return res
  }
  const status = (code: number): ServerResponse => {
    res.statusCode = code
    return res
  }
  const sendAs = (type: string, body: string | Uint8Array): void => {
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', type)
    res.end(body)
  }
  const json = (value: unknown): void => sendAs('application/json; charset=utf-8', JSON.stringify(value))
  return {
    status,
    set,
    header: set,
    get: (name: string) => res.getHeader(name),
    json,
    send: (body: unknown = '') => {
      if (typeof body === 'string') sendAs('text/html; charset=utf-8', body)
      else if (body instanceof Uint8Array) sendAs('application/octet-stream', body)
      else json(body)
    },
    sendStatus: (code: number) => status(code).end(),
    redirect: (...to: [url: string] | [status: number, url: string]) => {
      const [code, url] = to.length === 1 ? [302, to[0]] : to
      set('Location', headerUrl(url)).statusCode = code
      res.end()
    },
  }
}
