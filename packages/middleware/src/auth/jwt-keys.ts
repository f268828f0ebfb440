import {
  type CryptoKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  importJWK,
  importSPKI,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'

/** A JSON Web Key Set (RFC 7517), or the URL of one. */
export type JwtKeySet = string | URL | JSONWebKeySet

/** The keys of a token's issuer, and what they are for. */
export interface KeyOptions {
  /** The algorithms that are taken, all of the kind of the key: `['ES256']`. There is no default, and no `none`. */
  readonly algorithms: readonly [string, ...string[]]
  /** The shared secret of HS256, HS384 or HS512, as long as the hash and no PEM; of a list each is tried. */
  readonly secret?: string | Uint8Array | readonly (string | Uint8Array)[]
  /** The public key of the issuer: as PEM (`BEGIN PUBLIC KEY`), a JWK or a CryptoKey. */
  readonly publicKey?: string | JWK | CryptoKey
  /**
   * The public keys of the issuer. Those of a URL are fetched with the first token, cached for ten minutes, and fetched
   * again for a key id that they lack, at most every 30 seconds.
   */
  readonly jwks?: JwtKeySet
}

/** Verifies tokens with the keys of an issuer. */
export interface JwtKeys {
  /** @throws the error of jose */
  verify(token: string, checks: JWTVerifyOptions): Promise<JWTPayload>
}

const secretBytes: Readonly<Record<string, number>> = { HS256: 32, HS384: 48, HS512: 64 }
const publicAlgorithms = /^(?:(?:RS|PS)(?:256|384|512)|ES(?:256|384|512)|EdDSA|Ed25519|ML-DSA-(?:44|65|87))$/
const millisecondsOfCache = 10 * 60_000

/** @throws TypeError unless there is one kind of key, and all algorithms are of it. */
export function keysOf(options: KeyOptions): JwtKeys {
  const { algorithms, secret, publicKey, jwks } = options
  const given = [secret, publicKey, jwks].filter((one) => one !== undefined)
  if (given.length !== 1) throw new TypeError('jwt: one of secret, publicKey and jwks is needed')
  if (!Array.isArray(algorithms) || algorithms.length === 0) throw new TypeError('jwt: algorithms are needed')
  for (const algorithm of algorithms) checkAlgorithm(algorithm, secret !== undefined)
  if (secret !== undefined) return new SecretKeys(secretsOf(secret, algorithms))
  if (publicKey !== undefined) return new PublicKeys(keyGetter(publicKey))
  return new PublicKeys(keySetGetter(jwks ?? ''))
}

/** An algorithm of the other kind would let clients sign with the public key as the secret. */
function checkAlgorithm(algorithm: string, isSecret: boolean): void {
  const isFit = isSecret ? Object.hasOwn(secretBytes, algorithm) : publicAlgorithms.test(algorithm)
  if (!isFit)
    throw new TypeError(`jwt: ${algorithm} is no algorithm of ${isSecret ? 'a secret' : 'public keys'}`)
}

function secretsOf(secret: NonNullable<KeyOptions['secret']>, algorithms: readonly string[]): Uint8Array[] {
  const list = typeof secret === 'string' || secret instanceof Uint8Array ? [secret] : secret
  const secrets = list.map((one) => (typeof one === 'string' ? new TextEncoder().encode(one) : one))
  if (secrets.some((one) => !(one instanceof Uint8Array)))
    throw new TypeError('jwt: a secret is a text or bytes')
  // Everybody has a public key, and could sign with it.
  if (secrets.some((one) => new TextDecoder().decode(one).includes('-----BEGIN ')))
    throw new TypeError('jwt: a PEM is no secret: give it as publicKey, with an algorithm of public keys')
  const needed = Math.max(...algorithms.map((algorithm) => secretBytes[algorithm] ?? 0))
  if (secrets.length === 0 || secrets.some(({ length }) => length < needed))
    throw new TypeError(`jwt: a secret of ${algorithms.join(', ')} has at least ${needed} bytes (RFC 7518)`)
  return secrets
}

function keyGetter(key: NonNullable<KeyOptions['publicKey']>): JWTVerifyGetKey {
  const isPem = typeof key === 'string'
  if (isPem ? !key.includes('BEGIN PUBLIC KEY') : 'd' in key || 'k' in key)
    throw new TypeError('jwt: publicKey is not a public key')
  const imported = new Map<string, Promise<CryptoKey | JWK | Uint8Array>>()
  return ({ alg = '' }) => {
    const found = imported.get(alg)
    if (found !== undefined) return found
    const made = isPem ? importSPKI(key, alg) : 'kty' in key ? importJWK(key, alg) : Promise.resolve(key)
    // A key of another algorithm is an error of the token, which names it.
    const checked = made.catch((cause: unknown) => {
      throw new errors.JOSEAlgNotAllowed('the key has another algorithm', { cause })
    })
    imported.set(alg, checked)
    return checked
  }
}

function keySetGetter(jwks: JwtKeySet): JWTVerifyGetKey {
  if (typeof jwks !== 'string' && !(jwks instanceof URL)) return createLocalJWKSet(jwks)
  const url = new URL(jwks)
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal)
    throw new TypeError(`jwt: keys from ${url.protocol}// could be anybody's`)
  return createRemoteJWKSet(url, { cacheMaxAge: millisecondsOfCache })
}

class SecretKeys implements JwtKeys {
  readonly #secrets: readonly Uint8Array[]

  constructor(secrets: readonly Uint8Array[]) {
    this.#secrets = secrets
  }

  async verify(token: string, checks: JWTVerifyOptions): Promise<JWTPayload> {
    return firstThatFits(this.#secrets, token, checks)
  }
}

class PublicKeys implements JwtKeys {
  readonly #getKey: JWTVerifyGetKey

  constructor(getKey: JWTVerifyGetKey) {
    this.#getKey = getKey
  }

  async verify(token: string, checks: JWTVerifyOptions): Promise<JWTPayload> {
    try {
      return (await jwtVerify(token, this.#getKey, checks)).payload
    } catch (error) {
      // A token without a key id may be of any key.
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
      return firstThatFits(error, token, checks)
    }
  }
}

async function firstThatFits(
  keys: Iterable<Uint8Array> | AsyncIterable<CryptoKey>,
  token: string,
  checks: JWTVerifyOptions,
): Promise<JWTPayload> {
  let failure: unknown = new errors.JWSSignatureVerificationFailed()
  for await (const key of keys) {
    try {
      return (await jwtVerify(token, key, checks)).payload
    } catch (error) {
      failure = error
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw failure
}
