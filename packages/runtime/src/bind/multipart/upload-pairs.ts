import type { FileStream, FileStreams } from '../../request/file-stream.ts'
import type { Reading } from '../reading/reading.ts'
import type { KeyTable } from '../text/key-table.ts'
import type { FormPart } from './multipart-body.ts'
import { MultipartPairs } from './multipart-pairs.ts'

/** The files of a form. */
interface Files {
  file(key: string): FileStream
  files(key: string): FileStreams
}

const noBytes = new Uint8Array(0)

/** A cursor over the fields of a form, and over the names of files that may yet come. */
export class UploadPairs extends MultipartPairs {
  readonly #files: Files

  constructor(
    fields: readonly FormPart[],
    coming: readonly string[],
    files: Files,
    at: Reading,
    keys?: KeyTable,
  ) {
    const parts = coming.map((name) => ({ name, filename: name, header: {}, bytes: noBytes }))
    super([...fields, ...parts], at, keys)
    this.#files = files
  }

  override fileStream(): FileStream {
    return this.#files.file(this.key)
  }

  override fileStreams(): FileStreams {
    return this.#files.files(this.key)
  }
}
