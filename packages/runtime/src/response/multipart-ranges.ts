import type { FilePart } from './file-store.ts'

const encoder = new TextEncoder()

/** A multipart/byteranges body (RFC 9110 section 14.6): alternating part heads and parts. */
export function multipartRanges(
  parts: readonly FilePart[],
  size: number,
  contentType: string,
): { type: string; pieces: (Uint8Array | FilePart)[] } {
  // Random, so that no file can contain it.
  const boundary = crypto.randomUUID()
  const pieces: (Uint8Array | FilePart)[] = []
  for (const part of parts) {
    const range = `Content-Range: bytes ${part.start}-${part.end - 1}/${size}`
    const start = pieces.length === 0 ? '' : '\r\n'
    pieces.push(
      encoder.encode(`${start}--${boundary}\r\nContent-Type: ${contentType}\r\n${range}\r\n\r\n`),
      part,
    )
  }
  pieces.push(encoder.encode(`\r\n--${boundary}--\r\n`))
  return { type: `multipart/byteranges; boundary=${boundary}`, pieces }
}
