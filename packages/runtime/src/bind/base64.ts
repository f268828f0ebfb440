/** Four characters of the alphabet at a time, the last padded (RFC 4648 section 4): nothing that atob forgives. */
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** One for all, frozen, as a body has room for more than a million, and each would take 200 bytes. */
const noBytes: Uint8Array = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ new Uint8Array(0))

/** The bytes that base64 text stands for; `undefined` when it is none. */
export function readBase64(text: string): Uint8Array | undefined {
  if (text === '') return noBytes
  if (text.length % 4 !== 0 || !base64.test(text)) return undefined
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
