/** The part of a `Ctx` that a forwarded request needs. */
interface ForwardedCtx {
  method(): string
  originalURL(): string
  getReqHeaders(): Readonly<Record<string, readonly string[]>>
  bodyRaw(): Uint8Array<ArrayBuffer>
  status(status: number): ForwardedCtx
  append(name: string, value: string): ForwardedCtx
  sendString(text: string): unknown
  sendStream(stream: ReadableStream): unknown
}

/** A handler that passes requests to another server, to URLs below `target` alone. */
export function forwardTo(target: string): (c: ForwardedCtx) => Promise<unknown> {
  return async (c) => {
    const url = urlBelow(target, c.originalURL())
    if (url === undefined) return c.status(400).sendString(`This path leads out of ${target}.`)
    let answer: Response
    try {
      answer = await fetch(url, requestOf(c))
    } catch {
      return c
        .status(502)
        .sendString(`No service answers at ${target}. Start it, or name another with --target.`)
    }
    c.status(answer.status)
    for (const [name, value] of answer.headers) if (!ofConnection.has(name)) c.append(name, value)
    return answer.body === null ? undefined : c.sendStream(answer.body)
  }
}

const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/**
 * The URL of a request's path and query below `target`; `undefined` if `..` leads out of it. The request's text is never
 * parsed as a URL: `//evil/x` and `/\\evil` would name another host.
 */
function urlBelow(target: string, requested: string): URL | undefined {
  const url = new URL(target)
  const base = url.pathname.replace(/\/$/, '')
  const [place = ''] = requested.replace(absoluteForm, '').split('#')
  const mark = place.indexOf('?')
  url.pathname = base + (mark === -1 ? place : place.slice(0, mark))
  url.search = mark === -1 ? '' : place.slice(mark)
  url.hash = ''
  return url.pathname === base || url.pathname.startsWith(`${base}/`) ? url : undefined
}

function requestOf(c: ForwardedCtx): RequestInit {
  const method = c.method()
  const headers = Object.entries(c.getReqHeaders()).flatMap(([name, values]) =>
    ofConnection.has(name) ? [] : values.map((value): [string, string] => [name, value]),
  )
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return { method, headers, redirect: 'manual', ...(hasBody ? { body: c.bodyRaw() } : {}) }
}

/** Headers that describe one connection. `fetch` has undone the encoding. */
const ofConnection = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'host', 'expect'],
  ...['content-length', 'content-encoding', 'date'],
])
