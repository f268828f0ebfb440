import { mustBeNoFile } from '../../error/english-issues.ts'
import { decodeUtf8 } from '../decoded/body-text.ts'
import type { Reading } from '../reading/reading.ts'
import type { Scalar } from '../scalar/scalar.ts'
import type { KeyTable } from '../text/key-table.ts'
import { type SentFile, TextPairs } from '../text/text-pairs.ts'
import { type FormPart, multipartParts } from './multipart-body.ts'

/** The parts of a multipart/form-data body; empty, with an issue, when it cannot be read. */
export function multipartPairs(at: Reading, keys?: KeyTable): MultipartPairs {
  return new MultipartPairs(multipartParts(at), at, keys)
}

/** A cursor over the parts of a form. Their text is used as sent, their names are paths as in a query string. */
export class MultipartPairs extends TextPairs {
  readonly #parts: readonly FormPart[]
  #at = -1

  constructor(parts: readonly FormPart[], at: Reading, keys?: KeyTable) {
    super('body', at, keys)
    this.#parts = parts
  }

  protected advance(): boolean {
    const part = this.#parts[++this.#at]
    if (part === undefined) return false
    this.setSplit(part.name)
    return true
  }

  /** A file in place of text is an issue. */
  text(): string {
    const part = this.#parts[this.#at]
    if (part === undefined) return ''
    if (part.filename === undefined) return decodeUtf8(part.bytes)
    this.wrong(mustBeNoFile)
    return ''
  }

  override value<T>(type: Scalar<T>): T | undefined {
    return this.isFile() ? this.wrong(mustBeNoFile) : super.value(type)
  }

  override isFile(): boolean {
    return this.#parts[this.#at]?.filename !== undefined
  }

  override sentFile(): SentFile | undefined {
    const part = this.#parts[this.#at]
    return part?.filename === undefined
      ? undefined
      : { name: part.filename, header: part.header, content: part.bytes }
  }

  protected rewind(): void {
    this.#at = -1
  }
}
