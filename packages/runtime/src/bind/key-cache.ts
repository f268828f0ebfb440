import { decodeUtf8 } from './body-text.ts'

/** Longer keys are seldom sent often. */
const longest = 32
/** Slots, a power of two. */
const size = 256

/**
 * Keys as text. One that was read before is the same text again, which takes less time than another; what is kept of bodies whose
 * keys are all different is no more than a few hundred texts.
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

/** Whether bytes are a text of ASCII; of others nobody knows without decoding them. */
function isText(text: string, bytes: Uint8Array, start: number, length: number): boolean {
  if (text.length !== length) return false
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] ?? 0
    if (byte >= 0x80 || byte !== text.charCodeAt(i)) return false
  }
  return true
}
