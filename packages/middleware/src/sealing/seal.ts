import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const ivLength = 12
const tagLength = 16

/** The key of a secret for one purpose (HKDF, RFC 5869). */
export function sealingKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `ctxgen ${purpose}`, 32))
}

/** Encrypts a text (AES-256-GCM). @param bound a text that must be the same when it is opened */
export function seal(text: string, key: Uint8Array, bound: string = ''): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  bind(cipher, bound)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** `undefined` for a text that was not sealed with this key and this bound text. */
export function unseal(sealed: string, key: Uint8Array, bound: string = ''): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivLength + tagLength) return undefined
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  try {
    bind(cipher, bound)
    cipher.setAuthTag(bytes.subarray(-tagLength))
    return cipher.update(bytes.subarray(ivLength, -tagLength), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return undefined
  }
}

/** workerd takes no empty text, and none means the same. */
function bind(cipher: CipherGCM | DecipherGCM, bound: string): void {
  if (bound !== '') cipher.setAAD(Buffer.from(bound))
}
