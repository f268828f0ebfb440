/** The headers of one part of a multipart body: names in lower case, no prototype. */
export type PartHeaders = Readonly<Record<string, readonly string[]>>

/** A file that came with a multipart form, whole in memory. */
export class FileHeader {
  /** The name of the file without any path; never empty, and never one that leads out of a folder. */
  readonly filename: string
  /** The Content-Type that the client gave it, which nobody has checked; `""` without one. */
  readonly type: string
  /** The headers of its part. */
  readonly header: PartHeaders
  readonly #bytes: Uint8Array

  /** @param filename as the client sent it; what stands before the last `/` or `\` is dropped. */
  constructor(filename: string, header: PartHeaders, bytes: Uint8Array) {
    this.filename = baseName(filename)
    this.type = header['content-type']?.[0] ?? ''
    this.header = header
    this.#bytes = bytes
  }

  /** Its size in bytes. */
  get size(): number {
    return this.#bytes.length
  }

  /** Its content: a view of the body, not a copy. */
  bytes(): Uint8Array {
    return this.#bytes
  }

  /** Its content as UTF-8 text; bytes that are none become U+FFFD. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes)
  }

  /** Its content as a stream of one chunk. */
  stream(): ReadableStream<Uint8Array> {
    const bytes = this.#bytes
    return new ReadableStream({
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes)
        controller.close()
      },
    })
  }
}

/** What ext4, APFS and NTFS allow in a name. */
const maxNameBytes = 255

/** The name alone: without path, control characters and excess length, never `.` or `..`. */
function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const printable = name.replace(/[\u0000-\u001f\u007f]/g, '')
  return /^\.*$/.test(printable) ? 'file' : shorten(printable)
}

/** Cuts a name at its front, so that its extension stays. */
function shorten(name: string): string {
  // A character takes three bytes at most, one outside the first 65,536 has the length 2.
  if (name.length * 3 <= maxNameBytes) return name
  const bytes = new TextEncoder().encode(name)
  if (bytes.length <= maxNameBytes) return name
  let start = bytes.length - maxNameBytes
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  return new TextDecoder().decode(bytes.subarray(start))
}
