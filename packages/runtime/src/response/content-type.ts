import { typeOfExtension } from '../request/extension-type.ts'

/** The Content-Type of an extension (with or without its dot); text and JSON are UTF-8 when no charset is given. */
export function contentTypeOf(extension: string, charset?: string): string {
  const type = typeOfExtension(extension) ?? 'application/octet-stream'
  if (charset !== undefined) return `${type}; charset=${charset}`
  return type.startsWith('text/') || type === 'application/json' ? `${type}; charset=utf-8` : type
}
