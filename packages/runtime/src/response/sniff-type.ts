const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['application/zip', [0x50, 0x4b, 0x03, 0x04]],
  ['application/gzip', [0x1f, 0x8b, 0x08]],
  ['application/wasm', [0x00, 0x61, 0x73, 0x6d]],
  ['audio/ogg', [0x4f, 0x67, 0x67, 0x53]],
]

/** The number of bytes that `sniffType` reads. */
export const sniffedBytes = 512

/** The type of a file by its first bytes; never a type that browsers execute. */
export function sniffType(head: Uint8Array): string {
  for (const [type, bytes] of signatures) {
    if (bytes.every((byte, i) => head[i] === byte)) return type
  }
  if (isAscii(head, 0, 'RIFF') && isAscii(head, 8, 'WEBP')) return 'image/webp'
  return head.length > 0 && isText(head) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

function isAscii(head: Uint8Array, start: number, text: string): boolean {
  return [...text].every((char, i) => head[start + i] === char.charCodeAt(0))
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
