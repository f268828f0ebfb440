/** Groups of four characters, the last one padded (RFC 4648 section 4): stricter than atob. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Shared and frozen: a body has room for more than a million empty texts, and each array would take 200 bytes. */
const noBytes: Uint8Array = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ new Uint8Array(0))

/** Decodes base64; `undefined` when it is invalid. */
export function readBase64(text: string): Uint8Array | undefined {
  if (text === '') return noBytes
  if (!isBase64(text)) return undefined
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text)
}
