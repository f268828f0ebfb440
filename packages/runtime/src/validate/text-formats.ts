import { isIpv4Format, isIpv6Format } from './ip-address.ts'

/* Formats of JSON Schema that are neither dates nor URIs; `byte` is OpenAPI's. */

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?'
const hostname = /* @__PURE__ */ new RegExp(`^${label}(?:\\.${label})*$`)
const mostOfHostname = 253

/** RFC 1123. */
export function isHostnameFormat(text: string): boolean {
  return text.length <= mostOfHostname && hostname.test(text)
}

const dotted = /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const mostOfLocalPart = 64

/** RFC 5321's mailbox: ASCII alone; the domain may be an address, `[192.0.2.1]` or `[IPv6:2001:db8::1]`. */
export function isEmailFormat(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || at > mostOfLocalPart || !(dotted.test(local) || quoted.test(local))) return false
  const domain = text.slice(at + 1)
  if (!domain.startsWith('[') || !domain.endsWith(']')) return isHostnameFormat(domain)
  const address = domain.slice(1, -1)
  return isIpv4Format(address) || (/^ipv6:/i.test(address) && isIpv6Format(address.slice(5)))
}

/** RFC 6901: `/items/0`. */
export function isJsonPointerFormat(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text)
}

/** `1/items/0`, `0#` */
export function isRelativeJsonPointerFormat(text: string): boolean {
  const [up] = /^(?:0|[1-9][0-9]*)/.exec(text) ?? []
  if (up === undefined) return false
  const pointer = text.slice(up.length)
  return pointer === '#' || isJsonPointerFormat(pointer)
}

/** A regular expression of ECMA-262, with the flag u. */
export function isRegexFormat(text: string): boolean {
  const names = new Set<string>()
  // The engine takes a third of a millisecond for each property of characters, so it is shown each once.
  const rest = text.replace(/\\(?:[pP]\{([^}]*)\}|.)/gs, (found, name: string | undefined) => {
    if (name !== undefined) names.add(name)
    return name === undefined ? found : '\\d'
  })
  return isExpression(rest) && [...names].every((name) => isExpression(`\\p{${name}}`))
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

/** Base64 of RFC 4648, padded; empty text is that of no bytes. */
export function isByteFormat(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
