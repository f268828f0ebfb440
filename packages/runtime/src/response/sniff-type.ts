import { beginsLike } from '@ctxgen/core/rules/signatures'

// No type that browsers execute, and none whose signature a text may begin with.
const types = [
  ...[
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'image/avif',
    'application/pdf',
    'application/zip',
  ],
  ...['application/gzip', 'application/wasm', 'audio/ogg', 'video/mp4', 'video/webm'],
]

/** The number of bytes that `sniffType` reads. */
export const sniffedBytes = 512

/** The type of a file by its first bytes; never a type that browsers execute. */
export function sniffType(head: Uint8Array): string {
  const known = types.find((type) => beginsLike(type, head))
  if (known !== undefined) return known
  return head.length > 0 && isText(head) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

function isText(head: Uint8Array): boolean {
  for (const byte of head) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false
  }
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
