import { createHash, timingSafeEqual } from 'node:crypto'

/** The SHA-256 digest of a text. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether two secrets are equal. The time depends on their lengths alone. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digestOf(a), digestOf(b))
}
