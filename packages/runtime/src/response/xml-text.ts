// Characters that XML cannot hold even escaped (section 2.2), and half surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Written out, a parser would turn it into a line feed.
  '\r': '&#13;',
}

// A cycle ends here, and so does anything that no reader would follow.
const maxDepth = 200

/**
 * A value as XML without declaration, attributes and indentation. An object with one key that holds an object gives
 * its key to the root, any other value gets `<root>`, a scalar the name of its type; null and undefined are nothing.
 * @throws TypeError for a key that is no XML name, RangeError for a cycle.
 */
export function xmlText(value: unknown): string {
  const data = plain(value)
  if (data === undefined) return ''
  if (Array.isArray(data)) return `<root>${elements('item', data, 1)}</root>`
  if (typeof data !== 'object')
    return elements(typeof value === 'object' ? typeof data : typeof value, data, 0)
  const [[name, only] = ['', undefined], ...others] = Object.entries(data)
  const content = plain(only)
  const isRoot = others.length === 0 && typeof content === 'object' && !Array.isArray(content)
  return isRoot ? elements(name, content, 0) : elements('root', data, 0)
}

/** The elements of that name which a property stands for: one, none, or one for each element of a list. */
function elements(name: string, value: unknown, depth: number): string {
  if (depth > maxDepth) throw new RangeError(`XML: nested more than ${maxDepth} deep, or in a circle`)
  if (!isElementName(name)) throw new TypeError(`not the name of an XML element: ${JSON.stringify(name)}`)
  const data = plain(value)
  if (data === undefined) return ''
  if (!Array.isArray(data)) return `<${name}>${contentOf(data, depth)}</${name}>`
  let text = ''
  for (const entry of data) {
    const nested = plain(entry)
    text += Array.isArray(nested)
      ? `<${name}>${elements('item', nested, depth + 1)}</${name}>`
      : elements(name, nested, depth + 1)
  }
  return text
}

function contentOf(data: string | object, depth: number): string {
  if (typeof data === 'string') return escapeText(data)
  let text = ''
  for (const [key, value] of Object.entries(data)) text += elements(key, value, depth + 1)
  return text
}

/** XML 1.0 section 2.3, but for the letters that are none in Unicode. */
function isElementName(text: string): boolean {
  // Made when first used: of each \p{…} V8 makes a table at once.
  return /^[:_\p{L}\p{Nl}][-.:_\p{L}\p{Nl}\p{Nd}\p{M}\u{b7}]*$/u.test(text)
}

/** Text, a list or an object; `undefined` for what XML has no place for. */
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

function plainObject(value: object): string | object | undefined {
  if (value instanceof Uint8Array) return base64(value)
  if (!('toJSON' in value) || typeof value.toJSON !== 'function') return value
  const shown: unknown = value.toJSON()
  return shown === value ? value : plain(shown)
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function escapeText(text: string): string {
  return text.replace(impossible, '\ufffd').replace(/[&<>\r]/g, (char) => escapes[char] ?? char)
}
