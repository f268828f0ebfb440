import { createHmac } from 'node:crypto'
import { digestOf, isSameSecret } from '../auth/same-secret.ts'

/** The value of a cookie: the id, signed. */
export function signedId(id: string, [secret = '']: readonly string[]): string {
  return `${id}.${signatureOf(id, secret)}`
}

/** The id in a cookie; `undefined` unless it was signed here. */
export function idOf(cookie: string, secrets: readonly string[]): string | undefined {
  const [id = '', signature = ''] = cookie.split('.')
  return secrets.some((secret) => isSameSecret(signature, signatureOf(id, secret))) ? id : undefined
}

/** The key of a session where it is kept: who reads it there cannot use it. */
export function keyOf(id: string): string {
  return digestOf(id).toString('base64')
}

function signatureOf(id: string, secret: string): string {
  return createHmac('sha256', secret).update(`session ${id}`).digest('base64url')
}
