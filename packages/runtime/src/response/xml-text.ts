import { HttpError } from '../error/http-error.ts'

// Characters not allowed in XML even when escaped (section 2.2), and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: replaced here
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Unescaped, a parser would turn it into a line feed.
  '\r': '&#13;',
}

/**
 * The sent data of a value as XML without declaration, attributes and indentation. The only key of an object that contains an object
 * names the root; otherwise the root is `<root>`, or the type name of a scalar. Null and undefined are omitted.
 * @throws HttpError 406 for a key that is not an XML name.
 */
export function xmlText(sent: unknown): string {
  const data = plain(sent)
  if (data === undefined) return ''
  if (Array.isArray(data)) return `<root>${elements('item', data)}</root>`
  if (typeof data !== 'object') return elements(typeof sent === 'object' ? 'string' : typeof sent, data)
  const [[name, only] = ['', undefined], ...others] = Object.entries(data)
  const content = plain(only)
  const isRoot = others.length === 0 && typeof content === 'object' && !Array.isArray(content)
  return isRoot ? elements(name, content) : elements('root', data)
}

/** The elements for a property: one, none, or one per element of a list. */
function elements(name: string, value: unknown): string {
  const data = plain(value)
  if (data === undefined) return ''
  checkName(name)
  if (!Array.isArray(data)) return `<${name}>${contentOf(data)}</${name}>`
  let text = ''
  for (const entry of data) {
    text += Array.isArray(entry) ? `<${name}>${elements('item', entry)}</${name}>` : elements(name, entry)
  }
  return text
}

function contentOf(data: string | object): string {
  if (typeof data === 'string') return escapeText(data)
  let text = ''
  for (const [key, value] of Object.entries(data)) text += elements(key, value)
  return text
}

// XML 1.0, 5th edition, section 2.3, without the colon, which would need the declaration of a prefix.
const nameStart =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const elementName = /* @__PURE__ */ new RegExp(
  `^[${nameStart}][-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040${nameStart}]*$`,
  'u',
)

/** @throws HttpError 406: the keys of a record may come from a client, and so may the choice of XML. */
function checkName(name: string): void {
  if (elementName.test(name)) return
  // The key itself stays out of the answer, which a browser could read as HTML.
  const cause = new TypeError(`not an XML element name: ${JSON.stringify(name)}`)
  throw new HttpError(406, 'The answer has a key that XML has no element for', { cause })
}

/** Text, a list or an object; `undefined` for null. */
function plain(value: unknown): string | object | undefined {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? undefined : plainObject(value)
    default:
      return undefined
  }
}

function plainObject(value: object): string | object {
  if (value instanceof Uint8Array) return base64(value)
  return value instanceof Date ? value.toISOString() : value
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function escapeText(text: string): string {
  return text.replace(impossible, '\ufffd').replace(/[&<>\r]/g, (char) => escapes[char] ?? char)
}
