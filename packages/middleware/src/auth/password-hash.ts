import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { digestOf } from './same-secret.ts'

// 32 MiB and 8 passes: the OWASP recommendation for scrypt with this memory asks for 3; one pass takes about 60 ms.
const usual = { ln: 15, r: 8, p: 3 }
const format =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/

interface Hash {
  readonly ln: number
  readonly r: number
  readonly p: number
  readonly salt: Buffer
  readonly key: Buffer
}

/** A hash for {@link hashedUsers}, with a salt of its own: scrypt (RFC 7914), as `$scrypt$ln=15,r=8,p=3$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, { ...usual, salt, key: Buffer.alloc(32) })
  return `$scrypt$ln=${usual.ln},r=${usual.r},p=${usual.p}$${unpadded(salt)}$${unpadded(key)}`
}

/**
 * Whether a hash of {@link hashPassword} is that of a password. Without a hash, for an unknown user, it takes as long.
 * @throws TypeError for a hash of another kind.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  return isKeyOf(hash === undefined ? undefined : hashOf(hash), unknownHash, password)
}

/**
 * Checks names and passwords against hashes of {@link hashPassword}; the user is the name. An unknown name takes as long
 * as a wrong password. The last right password of each user is cached as a keyed digest, since each request sends it.
 * @throws TypeError for a hash of another kind.
 */
export function hashedUsers(
  users: Readonly<Record<string, string>>,
): (name: string, password: string) => Promise<string | undefined> {
  const hashes = new Map(
    Object.entries(users).map(([name, text]) => [name.normalize('NFC'), hashOf(text, ` of ${name}`)]),
  )
  const [usualHash = unknownHash] = hashes.values()
  const secret = randomBytes(32).toString('hex')
  const known = new Map<string, Buffer>()
  return async (name, password) => {
    const digest = digestOf(`${secret}\0${name}\0${password}`)
    const last = known.get(name)
    if (last !== undefined && timingSafeEqual(last, digest)) return name
    if (!(await isKeyOf(hashes.get(name), usualHash, password))) return undefined
    known.set(name, digest)
    return name
  }
}

const unknownHash: Hash = { ...usual, salt: Buffer.alloc(16), key: Buffer.alloc(32) }

/** @param other the hash whose time an unknown user takes. */
async function isKeyOf(hash: Hash | undefined, other: Hash, password: string): Promise<boolean> {
  const key = await derive(password, hash ?? other)
  return hash !== undefined && timingSafeEqual(key, hash.key)
}

function hashOf(text: string, whose = ''): Hash {
  const [, ln, r, p, salt = '', key = ''] = format.exec(text) ?? []
  if (salt === '') throw new TypeError(`basicAuth: the password${whose} is not a hash of hashPassword()`)
  return {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function derive(password: string, { ln, r, p, salt, key }: Hash): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, key.length, options, (error, derived) => {
      if (!error) resolve(derived)
      else reject(error)
    })
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '')
}
