import type { FormPart } from '../bind/multipart-body.ts'
import { FileHeader } from '../request/file-header.ts'

/** What `multipartForm()` gives: every part of a name, in order. Without prototypes, so that no name is special. */
export interface MultipartForm {
  readonly value: Readonly<Record<string, readonly string[]>>
  readonly file: Readonly<Record<string, readonly FileHeader[]>>
}

/** Sorts the parts of a multipart body by kind and name. */
export function multipartFormOf(parts: readonly FormPart[]): MultipartForm {
  const value: Record<string, string[]> = Object.create(null)
  const file: Record<string, FileHeader[]> = Object.create(null)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const { name, filename, header, bytes } of parts) {
    if (filename === undefined) {
      value[name] ??= []
      value[name].push(decoder.decode(bytes))
    } else {
      file[name] ??= []
      file[name].push(new FileHeader(filename, header, bytes))
    }
  }
  return { value, file }
}
