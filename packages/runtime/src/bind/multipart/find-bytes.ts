/** The index of bytes from a position on; -1 when they do not occur. */
export type FindBytes = (needle: Uint8Array, from: number) => number

const { Buffer } = globalThis

/** Searches in `body`: with Node's native search if available, which scans 50 kB in 3 µs. */
export function findIn(body: Uint8Array): FindBytes {
  if (Buffer === undefined) return (needle, from) => findSlowly(body, needle, from)
  const buffer = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.length)
  return (needle, from) => buffer.indexOf(needle, from)
}

/** The bytes to search for. Node copies a small array to external memory at each search; a Buffer is already there. */
export function asciiBytes(text: string): Uint8Array {
  return Buffer === undefined ? new TextEncoder().encode(text) : Buffer.from(text, 'latin1')
}

/** The same without native help: jumps to each occurrence of the first byte. */
export function findSlowly(body: Uint8Array, needle: Uint8Array, from: number): number {
  const first = needle[0]
  if (first === undefined) return from
  for (let at = body.indexOf(first, from); at !== -1; at = body.indexOf(first, at + 1)) {
    let i = 1
    while (i < needle.length && body[at + i] === needle[i]) i++
    if (i === needle.length) return at
  }
  return -1
}
