import { isIpv6 } from './ip-rules.ts'

/* URLs as in Go's net/url. `new URL` is not suitable: it repairs its input, and accepts `http:foo`. */

interface ParsedUrl {
  readonly scheme: string
  readonly host: string
  readonly path: string
  /** The rest after a scheme without a slash: `mailto:x`. */
  readonly opaque: string
  readonly fragment: string
}

/** A scheme with a host, or, for other schemes, an opaque part; `file:` needs a path. */
export function isUrl(text: string): boolean {
  const url = parseUrl(text.toLowerCase())
  if (url === undefined || url.scheme === '') return false
  if (url.scheme === 'file') return url.path !== '' && url.path !== '/'
  return url.host !== '' || url.fragment !== '' || url.opaque !== ''
}

export function isHttpUrl(text: string): boolean {
  const url = parseUrl(text.toLowerCase())
  return url !== undefined && url.host !== '' && (url.scheme === 'http' || url.scheme === 'https')
}

export function isHttpsUrl(text: string): boolean {
  const url = parseUrl(text.toLowerCase())
  return url !== undefined && url.host !== '' && url.scheme === 'https'
}

/** An absolute URI or an absolute path; the part after `#` is ignored. */
export function isUri(text: string): boolean {
  const hash = text.indexOf('#')
  const rest = hash === -1 ? text : text.slice(0, hash)
  if (rest === '') return false
  const url = parseRest(rest)
  return url !== undefined && (url.scheme !== '' || rest.startsWith('/') || rest === '*')
}

function parseUrl(text: string): ParsedUrl | undefined {
  const hash = text.indexOf('#')
  const url = parseRest(hash === -1 ? text : text.slice(0, hash))
  const fragment = hash === -1 ? '' : text.slice(hash + 1)
  return url === undefined || !hasGoodEscapes(fragment) ? undefined : { ...url, fragment }
}

const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/

function parseRest(text: string): ParsedUrl | undefined {
  if (hasControls(text) || text.startsWith(':')) return undefined
  const name = scheme.exec(text)?.[1]?.toLowerCase() ?? ''
  const behind = name === '' ? text : text.slice(name.length + 1)
  const mark = behind.indexOf('?')
  const rest = mark === -1 ? behind : behind.slice(0, mark)
  const none = { scheme: name, host: '', path: '', opaque: '', fragment: '' }
  if (!rest.startsWith('/') && name !== '') return { ...none, opaque: rest }
  const hasAuthority = name !== '' && rest.startsWith('//')
  const slash = hasAuthority ? rest.indexOf('/', 2) : 0
  const authority = hasAuthority ? rest.slice(2, slash === -1 ? rest.length : slash) : ''
  const path = slash === -1 ? '' : rest.slice(slash)
  if (!isAuthority(authority) || !hasGoodEscapes(path)) return undefined
  return { ...none, host: authority.slice(authority.lastIndexOf('@') + 1), path }
}

const userInfo = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/
/** The characters of a host, including those beyond ASCII. */
const hostText = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"\u0080-\uffff]|%25|%[89a-fA-F][0-9a-fA-F])*$/

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@')
  const user = at === -1 ? '' : authority.slice(0, at)
  return userInfo.test(user) && hasGoodEscapes(user) && isHost(authority.slice(at + 1))
}

function isHost(host: string): boolean {
  if (host.startsWith('[')) {
    const end = host.lastIndexOf(']')
    const [address = ''] = host.slice(1, end).split('%25')
    return end !== -1 && isPort(host.slice(end + 1)) && isIpv6(address)
  }
  const colon = host.lastIndexOf(':')
  return (colon === -1 || isPort(host.slice(colon))) && hostText.test(host)
}

function isPort(text: string): boolean {
  return /^(?::\d*)?$/.test(text)
}

function hasGoodEscapes(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text)
}

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return true
  }
  return false
}
