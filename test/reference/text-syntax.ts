import { OpenPoint, Refusal } from './outcome.ts'

/** One pair of a query string, form or Cookie header. */
export interface Pair {
  readonly key: string
  readonly value: string
}

/**
 * FACTS-binding, "Text sources": split at `&`, the first `=` separates, `+` is a space, each side is
 * decoded once.
 */
export function parsePairs(raw: string): readonly Pair[] {
  return raw
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=')
      const [key, value] = equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
      return { key: decode(key), value: decode(value) }
    })
    .filter(({ key }) => key !== '')
}

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** A malformed escape stays unchanged; invalid UTF-8 becomes U+FFFD. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  const bytes: number[] = []
  let decoded = ''
  const flush = (): void => {
    decoded += lenient.decode(new Uint8Array(bytes))
    bytes.length = 0
  }
  for (let i = 0; i < text.length; i++) {
    const hex = /^%([0-9A-Fa-f]{2})/.exec(text.slice(i, i + 3))
    if (hex === null) {
      flush()
      decoded += text[i] === '+' ? ' ' : text[i]
    } else {
      bytes.push(Number.parseInt(hex[1] ?? '', 16))
      i += 2
    }
  }
  flush()
  return decoded
}

/**
 * The segments of `a[b][0].c[]`; `a[b[c]]` has those of `a[b][c]`. @throws Refusal for brackets that do not
 * match.
 */
export function keyParts(key: string): readonly string[] {
  if (!/[[\].]/.test(key)) return [key]
  let open = 0
  for (const character of key) {
    if (character === '[') open++
    if (character === ']' && --open < 0) break
  }
  if (open !== 0) throw new Refusal('query', 'unbalanced brackets')
  const dotted = key
    .replace(/\[\](\]*)$/, '$1')
    .replaceAll('[', '.')
    .replace(/\]+(?=\.|$)/g, '')
    .replace(/\]+/g, '.')
  if (key.startsWith('[')) throw new OpenPoint('a key without a name')
  return dotted.split('.')
}

/**
 * Cookies: split at `;`, whitespace trimmed, the first `=` separates, one pair of quotes around a value is
 * removed, then it is decoded.
 */
export function parseCookies(lines: readonly string[]): readonly Pair[] {
  return lines
    .flatMap((line) => line.split(';'))
    .filter((part) => part.includes('='))
    .map((part) => {
      const equals = part.indexOf('=')
      const value = decodeCookie(unquote(trim(part.slice(equals + 1))))
      return { key: trim(part.slice(0, equals)), value }
    })
    .filter(({ key }) => key !== '')
}

/** API.md section 5: an escape of a control character stays. A `+` is no blank in a cookie. */
function decodeCookie(text: string): string {
  return text
    .split(/(%[01][0-9A-Fa-f]|%7[Ff])/)
    .map((part, i) => (i % 2 === 0 ? part.split('+').map(decode).join('+') : part))
    .join('')
}

/** HTTP whitespace: space and tab. */
export function trim(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '')
}

function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}
