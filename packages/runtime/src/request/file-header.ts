import { plainName } from './plain-name.ts'

/** The headers of a multipart part: lower-case names, no prototype. */
export type PartHeaders = Readonly<Record<string, readonly string[]>>

/** A file of a multipart form, held in memory. */
export class FileHeader {
  /** The file name without a path, as every system reads it; never empty, `.` or `..`. */
  readonly filename: string
  /** The client's Content-Type, unverified; `""` when absent. */
  readonly type: string
  /** The headers of the file's part. */
  readonly header: PartHeaders
  readonly #content: Uint8Array | Blob

  /**
   * @param filename as sent. Everything up to the last `/` or `\` is dropped, and dots and blanks at the end; `:`, and
   * `~` before a digit, become `_`.
   */
  constructor(filename: string, header: PartHeaders, content: Uint8Array | Blob) {
    this.filename = fileNameOf(filename)
    this.type = header['content-type']?.[0] ?? ''
    this.header = header
    this.#content = content
  }

  /** The size in bytes. */
  get size(): number {
    return this.#content instanceof Uint8Array ? this.#content.length : this.#content.size
  }

  /**
   * The content: a view of the body, not a copy.
   * @throws TypeError for the `File` of a FormData, whose content only `stream()` gives.
   */
  bytes(): Uint8Array {
    if (this.#content instanceof Uint8Array) return this.#content
    throw new TypeError('the content of a File is not in memory: use stream()')
  }

  /** @internal The first bytes; `undefined` in a page for a `File`, which the server checks. */
  head(): Uint8Array | undefined {
    return this.#content instanceof Blob && 'document' in globalThis ? undefined : this.bytes()
  }

  /** The content as UTF-8; invalid bytes become U+FFFD. */
  text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes())
  }

  /** The content as a stream of one chunk. */
  stream(): ReadableStream<Uint8Array> {
    if (!(this.#content instanceof Uint8Array)) return this.#content.stream()
    const bytes = this.#content
    return new ReadableStream({
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes)
        controller.close()
      },
    })
  }
}

/** The longest name that ext4, APFS and NTFS allow. */
const maxNameBytes = 255

/** The name without path, control characters and excess length; never `.` or `..`. */
export function fileNameOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removed here
  const printable = name.replace(/[\u0000-\u001f\u007f]/g, '')
  return shorten(plainName(printable)) || 'file'
}

/** Cuts a name at its start, to keep its extension. */
function shorten(name: string): string {
  // A UTF-16 unit takes three bytes at most.
  if (name.length * 3 <= maxNameBytes) return name
  const bytes = new TextEncoder().encode(name)
  if (bytes.length <= maxNameBytes) return name
  let start = bytes.length - maxNameBytes
  while (((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  return new TextDecoder().decode(bytes.subarray(start))
}
