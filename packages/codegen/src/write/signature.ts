import { createHash } from 'node:crypto'

/** The last line of an output. */
const signaturePattern = /^\/\/ ctxgen:([0-9a-f]{16})\n?/m

/**
 * Adds the line by which a check tells a file that was edited from one whose source has changed. It depends on the text
 * alone.
 */
export function sign(text: string): string {
  return `${text}// ctxgen:${digest(text)}\n`
}

/** Whether a file is as ctxgen left it; line ends that a checkout changed do not count. Without a signature, as far as one can tell. */
export function isAsSigned(text: string): boolean {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const signature = signaturePattern.exec(plain)
  return signature === null || digest(plain.replace(signaturePattern, '')) === signature[1]
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
