import { parseIp } from './ip-address.ts'
import { unicodeName } from './unicode-name.ts'

// RFC 9112 section 3.2 with RFC 3986 registered names; brackets contain an IP literal.
const hostAndPort =
  /^(?:\[([0-9A-Fa-f:.]+)\]|(?:[0-9A-Za-z\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)(?::([0-9]*))?$/
const lastPort = 65_535

/** Whether a text is `host[:port]`, an IPv6 address without brackets and port, or empty. */
export function isHost(text: string): boolean {
  const found = hostAndPort.exec(text)
  if (found === null) return text === '' || parseIp(text) !== undefined
  const [, literal, port = ''] = found
  const isLiteral = literal === undefined || (literal.includes(':') && parseIp(literal) !== undefined)
  return isLiteral && Number(port) <= lastPort
}

/** The host without its port; an IPv6 literal keeps its brackets. */
export function hostnameOf(host: string): string {
  if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1) || host
  const colon = host.lastIndexOf(':')
  return colon === -1 || host.indexOf(':') !== colon ? host : host.slice(0, colon)
}

/**
 * The labels of a host name from left to right without the last `offset`, in lower case and Unicode; empty for an IP
 * address.
 * @param offset 0 for all labels.
 */
export function subdomainsOf(hostname: string, offset: number): string[] {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (offset < 0 || name === '' || name.startsWith('[') || parseIp(name) !== undefined) return []
  const labels = unicodeName(name.toLowerCase()).split('.')
  return offset >= labels.length ? [] : labels.slice(0, labels.length - offset)
}
