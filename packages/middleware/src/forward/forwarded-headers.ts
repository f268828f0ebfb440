import type { Ctx } from '@ctxgen/runtime'

/** Fields of one connection (RFC 9110 section 7.6.1), which are not passed on. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

/** A client may send these; those of a trusted proxy are passed on. */
const ofProxies: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-ssl',
  'x-url-scheme',
  'x-real-ip',
])

/** Header lines, those of a name together. */
type Lines = Readonly<Record<string, readonly string[]>>

/** The names to leave out: those of a connection, and those that its Connection field lists. */
export function ofConnection(lines: Lines): ReadonlySet<string> {
  const listed = (lines['connection'] ?? []).flatMap((line) => line.split(','))
  return new Set([...hopByHop, ...listed.map((name) => name.trim().toLowerCase())])
}

/** The header lines for the target. @param host of the target; the client's host is in the fields of proxies */
export function requestLines(c: Ctx, host: string): Map<string, string[]> {
  const sent = c.getReqHeaders()
  const left = ofConnection(sent)
  const isTrusted = c.app().settings.trust.trustProxy && c.isProxyTrusted()
  const lines = new Map<string, string[]>()
  for (const [name, values] of Object.entries(sent)) {
    const isLeftOut = left.has(name) || name === 'host' || name === 'expect' || name.startsWith(':')
    if (!isLeftOut && (isTrusted || !ofProxies.has(name))) lines.set(name, values)
  }
  // An id that the app has given replaces that of the client, also in the logs of the target.
  const id = c.getRespHeader('x-request-id')
  if (id !== '') lines.set('x-request-id', [id])
  lines.set('host', [host])
  addTo(lines, 'via', '1.1 ctxgen')
  addTo(lines, 'forwarded', forwardedOf(c))
  addTo(lines, 'x-forwarded-for', addressOf(c))
  if (!lines.has('x-forwarded-host')) lines.set('x-forwarded-host', [c.host()])
  if (!lines.has('x-forwarded-proto')) lines.set('x-forwarded-proto', [c.secure() ? 'https' : 'http'])
  return lines
}

/** The peer of this hop, as `Forwarded` lists every hop. */
function addressOf(c: Ctx): string {
  return c.requestCtx().incoming.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '') ?? 'unknown'
}

/** RFC 7239. */
function forwardedOf(c: Ctx): string {
  const address = addressOf(c)
  const by = address.includes(':') ? `"[${address}]"` : address
  return `for=${by};host="${c.host().replace(/["\\]/g, '')}";proto=${c.secure() ? 'https' : 'http'}`
}

function addTo(lines: Map<string, string[]>, name: string, value: string): void {
  const before = lines.get(name)?.join(', ') ?? ''
  lines.set(name, [before === '' ? value : `${before}, ${value}`])
}
