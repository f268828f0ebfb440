const base32 = /^[A-Z2-7]+(?:={6}|={4}|={3}|=)?$/
const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const base64Url = /^[A-Za-z0-9\-_]+={0,2}$/
const base64RawUrl = /^[A-Za-z0-9\-_]+$/

/** Padded; not empty. */
export function isBase32(text: string): boolean {
  return text.length % 8 === 0 && base32.test(text)
}

/** Padded; not empty. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text)
}

/** Padded, in the URL alphabet; not empty. */
export function isBase64Url(text: string): boolean {
  return text.length % 4 === 0 && base64Url.test(text)
}

/** Without padding, in the URL alphabet; not empty. */
export function isBase64RawUrl(text: string): boolean {
  return text.length % 4 !== 1 && base64RawUrl.test(text)
}

/** JSON text (RFC 8259). */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
