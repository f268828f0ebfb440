import { createHash } from 'node:crypto'

/** The last line of an output. */
const signaturePattern = /^\/\/ ctxgen:([0-9a-f]{16})\n?/m

/**
 * Appends a digest of the text as the last line, which lets a check distinguish an edited file from a stale one.
 */
export function sign(text: string): string {
  return `${text}// ctxgen:${digest(text)}\n`
}

/** Whether a file is as ctxgen wrote it, ignoring line ends. True without a signature. */
export function isAsSigned(text: string): boolean {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const signature = signaturePattern.exec(plain)
  return signature === null || digest(plain.replace(signaturePattern, '')) === signature[1]
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
