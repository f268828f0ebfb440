import { FileHeader } from '../../request/file-header.ts'
import { decodeUtf8 } from '../decoded/body-text.ts'
import type { Reading } from '../reading.ts'
import type { Scalar } from '../scalar.ts'
import { FormPairs } from '../text/form-pairs.ts'
import type { KeyTable } from '../text/key-table.ts'
import type { ListSeparator } from '../text/text-pairs.ts'
import { type FormPart, multipartParts } from './multipart-body.ts'

/** The parts of a multipart/form-data body; empty, with a fault, when it cannot be read. */
export function multipartPairs(at: Reading, keys?: KeyTable): MultipartPairs {
  return new MultipartPairs(multipartParts(at), at, keys)
}

/** A cursor over the parts of a form. Their text is used as sent, their names are paths as in a query string. */
export class MultipartPairs extends FormPairs {
  readonly #parts: readonly FormPart[]
  #at = -1

  constructor(parts: readonly FormPart[], at: Reading, keys?: KeyTable) {
    super('body', at, keys)
    this.#parts = parts
  }

  protected advance(): boolean {
    const part = this.#parts[++this.#at]
    if (part === undefined) return false
    this.path = ''
    this.setKey(isPlain(part.name) ? part.name : this.open(part.name))
    return true
  }

  /** A file in place of text is a fault. */
  text(): string {
    const part = this.#parts[this.#at]
    if (part === undefined) return ''
    if (part.filename === undefined) return decodeUtf8(part.bytes)
    this.wrong(noText)
    return ''
  }

  override value<T>(type: Scalar<T>): T | undefined {
    return this.isFile() ? this.wrong(noText) : super.value(type)
  }

  override parsed<T>(read: (text: string, key: string, at: Reading) => T | undefined): T | undefined {
    return this.isFile() ? this.wrong(noText) : super.parsed(read)
  }

  override texts(list: string[] | undefined): string[] {
    if (!this.isFile()) return super.texts(list)
    this.wrong(noText, 'every')
    return list ?? []
  }

  override list<T>(list: T[] | undefined, type: Scalar<T>, separator?: ListSeparator): T[] | undefined {
    if (!this.isFile()) return super.list(list, type, separator)
    this.wrong(noText, 'every')
    return list
  }

  file(held: FileHeader | undefined): FileHeader | undefined {
    const file = this.#file()
    return held ?? file
  }

  files(list: FileHeader[] | undefined): FileHeader[] | undefined {
    const file = this.#file()
    if (file === undefined) return list
    if (list === undefined) return [file]
    if (list.length === this.settings.maxArrayLength) this.refuseLength()
    list.push(file)
    return list
  }

  isFile(): boolean {
    return this.#parts[this.#at]?.filename !== undefined
  }

  #file(): FileHeader | undefined {
    const part = this.#parts[this.#at]
    if (part?.filename === undefined) return this.refuseText()
    return new FileHeader(part.filename, part.header, part.bytes)
  }

  protected skip(): void {}

  protected rewind(): void {
    this.#at = -1
  }
}

const noText = 'must be text, not a file'

const pathSign = /[[\].]/

function isPlain(name: string): boolean {
  return !pathSign.test(name)
}
