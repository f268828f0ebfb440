import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Signatures of generated files are the same as on Node. */
export function createHash(name: string): { update(text: string): unknown; digest(form: string): string } {
  if (name !== 'sha256') throw new Error(`${name} is not in a browser`)
  const hash = sha256.create()
  return {
    update(text: string) {
      hash.update(utf8ToBytes(text))
      return this
    },
    digest: () => bytesToHex(hash.digest()),
  }
}

export const randomUUID = (): string => globalThis.crypto.randomUUID()

function refuse(): never {
  throw new Error('not in a browser')
}

export { refuse as createCipheriv, refuse as randomBytes }
