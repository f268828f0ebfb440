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

/** A handler that passes requests to another server. */
export function forwardTo(target: string): (c: ForwardedCtx) => Promise<unknown> {
  return async (c) => {
    let answer: Response
    try {
      answer = await fetch(new URL(c.originalURL(), target), requestOf(c))
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
