import { subtypes } from './media-subtypes.ts'

/** Computed lazily. */
let types: ReadonlyMap<string, string> | undefined

/** The media type of an extension, in any case and with or without its dot; `undefined` when unknown. */
export function typeOfExtension(extension: string): string | undefined {
  types ??= typesByExtension()
  const name = extension.startsWith('.') ? extension.slice(1) : extension
  return types.get(name) ?? types.get(name.toLowerCase())
}

function typesByExtension(): ReadonlyMap<string, string> {
  const byExtension = new Map<string, string>()
  for (const [type, list] of Object.entries(subtypes)) {
    for (const entry of list.split(/,\s*/)) {
      const [subtype = '', ...extensions] = entry.split(' ')
      for (const extension of extensions.length === 0 ? [subtype] : extensions) {
        byExtension.set(extension, `${type}/${subtype}`)
      }
    }
  }
  return byExtension
}
