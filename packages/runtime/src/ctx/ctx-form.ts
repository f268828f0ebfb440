import { BodyFault } from '../bind/body-fault.ts'
import { decodeUtf8 } from '../bind/body-text.ts'
import { readMultipart } from '../bind/multipart-body.ts'
import { HttpError } from '../error/http-error.ts'
import type { FileHeader } from '../request/file-header.ts'
import { mediaTypeOf } from '../request/media-type.ts'
import { firstQueryValue } from '../request/query-string.ts'
import { CtxOrigin } from './ctx-origin.ts'
import { type MultipartForm, multipartFormOf } from './received-form.ts'

/** Where `saveFileToStorage` puts files; a Keyv instance is one as it is. */
export interface FileStorage {
  set(key: string, bytes: Uint8Array, ttl?: number): unknown
}

/** The part of section 4.3 of the interface that reads forms. */
export abstract class CtxForm extends CtxOrigin {
  /** The first file of a field. @throws HttpError 400 when there is none. */
  formFile(key: string): FileHeader {
    const file = this.multipartForm().file[key]?.[0]
    if (file === undefined) throw new HttpError(400, 'The form has no such file')
    return file
  }

  /**
   * The first value of a form field; the default (or `""`) when it is absent or empty, or the body is no form or one
   * that cannot be read: `body()` and `multipartForm()` say what is wrong. @throws HttpError 413 past the body limit.
   */
  formValue(key: string, defaultValue: string = ''): string {
    const { decoded, refusal } = this.received
    if (refusal !== undefined) throw refusal
    if (decoded instanceof HttpError || decoded.length === 0) return defaultValue
    switch (mediaTypeOf(this.contentType())) {
      case 'multipart/form-data': {
        const form = this.readForm(decoded)
        return (form instanceof HttpError ? '' : form.value[key]?.[0]) || defaultValue
      }
      case 'application/x-www-form-urlencoded': {
        const { parts } = this
        parts.formText ??= decodeUtf8(decoded)
        return firstQueryValue(parts.formText, key) || defaultValue
      }
      default:
        return defaultValue
    }
  }

  /** Every value and file of a multipart body. @throws HttpError 400 when there is none, or it cannot be read. */
  multipartForm(): MultipartForm {
    if (mediaTypeOf(this.contentType()) !== 'multipart/form-data')
      throw new HttpError(400, 'The body is no multipart form')
    const form = this.readForm(this.bodyBytes())
    if (form instanceof HttpError) throw form
    return form
  }

  /**
   * Writes a file to disk in place of the one that is there, whole or not at all; folders are not made.
   * @throws what the file system says.
   */
  saveFile(file: FileHeader, path: string): Promise<void> {
    return this.incoming && this.track(this.owner.writeFile(path, file.bytes()), 'saveFile()')
  }

  /** Puts a file into a storage. @throws what the storage says, and when it says `false`. */
  saveFileToStorage(file: FileHeader, path: string, storage: FileStorage): Promise<void> {
    return this.incoming && this.track(store(file, path, storage), 'saveFileToStorage()')
  }

  /** The multipart form of a body, or why there is none: read once, whoever asks. */
  protected readForm(body: Uint8Array): MultipartForm | HttpError {
    const { parts } = this
    parts.multipart ??= formOf(body, this.contentType(), this.owner.settings.bind.maxParts)
    return parts.multipart
  }
}

async function store(file: FileHeader, path: string, storage: FileStorage): Promise<void> {
  const kept = await storage.set(path, storedBytes(file.bytes()))
  // All that a Keyv says of a store that failed.
  if (kept === false) throw new Error(`the storage did not keep ${path}`)
}

/**
 * Bytes as a storage gets them: a copy, as one in memory must not hold on to the whole body, and where there are Buffers
 * one of them, because Keyv makes a plain object of any other bytes.
 */
function storedBytes(bytes: Uint8Array): Uint8Array {
  return typeof Buffer === 'function' ? Buffer.from(bytes) : bytes.slice()
}

function formOf(body: Uint8Array, contentType: string, maxParts: number): MultipartForm | HttpError {
  try {
    return multipartFormOf(readMultipart(body, contentType, maxParts))
  } catch (cause) {
    if (cause instanceof BodyFault) return new HttpError(400, `The body ${cause.message}`, { cause })
    throw cause
  }
}
