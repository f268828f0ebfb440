import { decodeUtf8 } from './body-text.ts'

/** Longer keys rarely repeat. */
const longest = 32
/** The number of slots, a power of two. */
const size = 256

/**
 * Caches keys as strings. A repeated key is returned as the same string, which is faster than decoding it. At most a
 * few hundred strings are kept, even if all keys differ.
 */
export class KeyCache {
  readonly #keys: string[] = Array(size).fill('')

  canBeCached(length: number): boolean {
    return length <= longest
  }

  decode(bytes: Uint8Array, start: number, length: number): string {
    let hash = length
    for (let i = start; i < start + length; i++) hash = (hash * 31 + (bytes[i] ?? 0)) | 0
    const slot = hash & (size - 1)
    const known = this.#keys[slot] ?? ''
    if (isText(known, bytes, start, length)) return known
    const key = decodeUtf8(bytes, start, start + length)
    this.#keys[slot] = key
    return key
  }
}

/** Whether bytes equal an ASCII text; false for any other text, which would have to be decoded. */
function isText(text: string, bytes: Uint8Array, start: number, length: number): boolean {
  if (text.length !== length) return false
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] ?? 0
    if (byte >= 0x80 || byte !== text.charCodeAt(i)) return false
  }
  return true
}
