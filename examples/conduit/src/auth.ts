import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Guard, guard, type Handler, HttpError } from '@ctxgen/runtime'
import type { Store, User } from './store.js'

declare module '@ctxgen/runtime' {
  interface Locals {
    user: User
  }
}

/** Middleware: identifies the user by the token, if any. */
export function knowsUser(store: Store): Handler {
  return (c) => {
    const [, token = ''] = /^(?:Token|Bearer) (\S+)$/.exec(c.get('Authorization')) ?? []
    const user = store.users.get(userIdIn(token) ?? 0)
    if (user !== undefined) c.locals('user', user)
    return c.next()
  }
}

/**
 * Middleware: lets nobody pass but a known user, whom handlers get from `c.locals('user')`.
 * @security apiKey header Authorization
 */
export const signedIn: Guard<'user'> = guard('user', (c) => {
  const user = c.locals('user')
  if (user === undefined) throw new HttpError(401, 'sign in first')
  return user
})

const secret = process.env['JWT_SECRET'] ?? randomBytes(32)
const lifetime = 24 * 60 * 60

interface Claims {
  readonly sub: number
  readonly exp: number
}

/** A JSON Web Token (RFC 7519). */
export function tokenOf({ id }: User): string {
  const claims: Claims = { sub: id, exp: Math.floor(Date.now() / 1000) + lifetime }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encoded).join('.')
  return `${signed}.${signature(signed).toString('base64url')}`
}

function userIdIn(token: string): number | undefined {
  const [header = '', body = '', signed = ''] = token.split('.')
  if (!isSame(Buffer.from(signed, 'base64url'), signature(`${header}.${body}`))) return undefined
  // The signature proves that the claims are ours.
  const { sub, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  return exp * 1000 > Date.now() ? sub : undefined
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function signature(text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

export async function hashed(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  return `${salt.toString('hex')}:${(await derive(password, salt, 32)).toString('hex')}`
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = ''] = hash.split(':')
  return isSame(Buffer.from(await hashed(password, Buffer.from(salt, 'hex'))), Buffer.from(hash))
}
