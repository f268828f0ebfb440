import { isIpv4Format, isIpv6Format } from './ip-rules.ts'

/* Formats of JSON Schema other than dates and URIs; `byte` is from OpenAPI. */

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?'
const hostname = /* @__PURE__ */ new RegExp(`^${label}(?:\\.${label})*$`)
const maxOfHostname = 253

/** RFC 1123. */
export function isHostnameFormat(text: string): boolean {
  return text.length <= maxOfHostname && hostname.test(text)
}

const dotted = /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/
const quoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/
const maxOfLocalPart = 64

/** The mailbox of RFC 5321, ASCII only; the domain may be an address, `[192.0.2.1]` or `[IPv6:2001:db8::1]`. */
export function isEmailFormat(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || at > maxOfLocalPart || !(dotted.test(local) || quoted.test(local))) return false
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

/** A regular expression of ECMA-262 with the flag u. */
export function isRegexFormat(text: string): boolean {
  const names = new Set<string>()
  // The engine takes a third of a millisecond per Unicode property, so each property is compiled once.
  const rest = text.replace(/\\(?:[pP]\{([^{}\\]*)\}|.)/gs, (found, name: string | undefined) => {
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

/** Padded base64 (RFC 4648), possibly empty. */
export function isByteFormat(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}
