import { typeOfExtension } from './extension-type.ts'

const fallback = 'application/octet-stream'

/**
 * The Content-Type for an extension (with or without its dot), a file name or a media type. The default charset of
 * text, JSON, XML and JavaScript is UTF-8.
 */
export function contentTypeOf(extension: string, charset?: string): string {
  const type = mediaTypeOf(extension) ?? fallback
  if (charset !== undefined) return `${type}; charset=${charset}`
  return withCharset(type)
}

/** The Content-Type of a file by its extension; `undefined` when the extension is unknown. */
export function fileType(path: string): string | undefined {
  const extension = extensionOf(path)
  const type = extension === '' ? undefined : typeOfExtension(extension)
  return type === undefined ? undefined : withCharset(type)
}

/** The extension of a path without its dot; `""` for none, or when the only dot begins the name. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? '' : name.slice(dot + 1)
}

function mediaTypeOf(text: string): string | undefined {
  if (text.includes('/')) return text
  return typeOfExtension(text.slice(text.lastIndexOf('.') + 1))
}

function withCharset(type: string): string {
  return !type.includes(';') && isText(type) ? `${type}; charset=utf-8` : type
}

function isText(type: string): boolean {
  return /^text\/|^application\/(?:json|javascript|xml)$|\+(?:json|xml)$/i.test(type)
}
