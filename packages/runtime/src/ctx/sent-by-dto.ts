import { sentCopy } from '../bind/decoded/sent-copy.ts'
import { nativeForm } from '../bind/decoded/sent-form.ts'
import type { Sends } from '../bind/dto/dto.ts'

/** Whether a second argument is a DTO; it may also be a content type. */
export function isDto(as: string | Sends<unknown> | undefined): as is Sends<unknown> {
  return typeof as === 'object'
}

export function jsonOf<T>(dto: Sends<T>, value: T): string {
  return sending(dto).stringify(value)
}

/** The declared properties below `<root>`, which an object with one property would rename. */
export function xmlOf<T>(dto: Sends<T>, value: T): unknown {
  const { plain, plainXml = plain } = sending(dto)
  const copy = sentCopy(plainXml, value, nativeForm)
  return isElement(copy) ? { root: copy } : copy
}

export function msgPackOf<T>(dto: Sends<T>, value: T): unknown {
  const { plain, plainMsgPack = plain } = sending(dto)
  return sentCopy(plainMsgPack, value, nativeForm)
}

export function cborOf<T>(dto: Sends<T>, value: T): unknown {
  const { plain, plainCbor = plain } = sending(dto)
  return sentCopy(plainCbor, value, nativeForm)
}

/** Dates and bytes are texts in XML. */
function isElement(copy: unknown): boolean {
  const isText = copy instanceof Date || copy instanceof Uint8Array
  return typeof copy === 'object' && copy !== null && !Array.isArray(copy) && !isText
}

/** For callers without type checks. @throws TypeError */
export function sending<T>(dto: Sends<T>): Sends<T> {
  if (typeof dto.plain === 'function') return dto
  throw new TypeError(`${Reflect.get(dto, 'name')} is not sent: write @response on its interface`)
}
