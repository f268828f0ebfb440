import { isIpv6Format } from './ip-rules.ts'

/*
 * URIs of JSON Schema: RFC 3986, and RFC 3987 with characters beyond ASCII. The expressions only repeat single
 * character classes, which need no stack.
 */

/** Escapes are checked separately. */
const plain = "A-Za-z0-9\\-._~!$&'()*+,;=%"
const beyondAscii = '\\u00a0-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\uffef'
/** Private use characters, allowed in queries only. */
const ownUse = '\\ue000-\\uf8ff\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}'

const uri = /* @__PURE__ */ expression(() => withScheme(rest('', '')))
const relative = /* @__PURE__ */ expression(() => withoutScheme(rest('', '')))
const iri = /* @__PURE__ */ expression(() => withScheme(rest(beyondAscii + planes(), ownUse)))
const relativeIri = /* @__PURE__ */ expression(() => withoutScheme(rest(beyondAscii + planes(), ownUse)))

/** An absolute URI: `https://example.org/a`, `urn:a:b`. */
export function isUriFormat(text: string): boolean {
  return matches(uri, text)
}

/** An absolute or relative URI: `../a`, `#b`, ``. */
export function isUriReferenceFormat(text: string): boolean {
  return matches(uri, text) || matches(relative, text)
}

export function isIriFormat(text: string): boolean {
  return matches(iri, text)
}

export function isIriReferenceFormat(text: string): boolean {
  return matches(iri, text) || matches(relativeIri, text)
}

/** An expression that is made at its first use. */
function expression(text: () => string): () => RegExp {
  let made: RegExp | undefined
  return () => {
    made ??= new RegExp(text(), 'u')
    return made
  }
}

function matches(of: () => RegExp, text: string): boolean {
  const found = of().exec(text)
  if (found === null || /%(?![0-9a-fA-F]{2})/.test(text)) return false
  const address = found[1]
  return (
    address === undefined ||
    isIpv6Format(address) ||
    /^[vV][0-9a-fA-F]+\.[\w\-.~!$&'()*+,;=:]+$/.test(address)
  )
}

interface Rest {
  /** With the path behind it. */
  readonly authority: string
  readonly path: string
  /** Query and fragment. */
  readonly end: string
}

function rest(letters: string, inQueries: string): Rest {
  const host = `(?:\\[([^\\]]*)\\]|[${plain}${letters}]*)`
  const character = `${plain}${letters}:@\\/`
  return {
    authority: `\\/\\/(?:[${plain}${letters}:]*@)?${host}(?::[0-9]*)?(?:\\/[${character}]*)?`,
    path: `[${character}]*`,
    end: `(?:\\?[${character}?${inQueries}]*)?(?:#[${character}?]*)?$`,
  }
}

function withScheme({ authority, path, end }: Rest): string {
  return `^[A-Za-z][A-Za-z0-9+.\\-]*:(?:${authority}|(?!\\/\\/)${path})${end}`
}

/** A colon in the first segment would make it a scheme. */
function withoutScheme({ authority, path, end }: Rest): string {
  return `^(?:${authority}|(?!\\/\\/)(?![^\\/?#]*:)${path})${end}`
}

/** Planes 1 to 14 without the last two characters of each, and without the first 4096 of plane 14, all disallowed. */
function planes(): string {
  const all = Array.from({ length: 14 }, (_, i) => (i + 1).toString(16))
  return all.map((plane) => `\\u{${plane}${plane === 'e' ? '1' : '0'}000}-\\u{${plane}fffd}`).join('')
}
