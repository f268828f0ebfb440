import { extname } from 'node:path'

/** Extensions for `c.type('json')`; the runtime knows many more, which few services send. */
const byExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    json: 'application/json',
    jsonld: 'application/ld+json',
    geojson: 'application/geo+json',
    xml: 'application/xml',
    atom: 'application/atom+xml',
    rss: 'application/rss+xml',
    html: 'text/html',
    htm: 'text/html',
    txt: 'text/plain',
    text: 'text/plain',
    csv: 'text/csv',
    cbor: 'application/cbor',
    css: 'text/css',
    md: 'text/markdown',
    js: 'text/javascript',
    mjs: 'text/javascript',
    ics: 'text/calendar',
    vcf: 'text/x-vcard',
    yaml: 'text/yaml',
    yml: 'text/yaml',
    pdf: 'application/pdf',
    zip: 'application/zip',
    gz: 'application/gzip',
    bin: 'application/octet-stream',
    wasm: 'application/wasm',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    svg: 'image/svg+xml',
    ico: 'image/vnd.microsoft.icon',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    webm: 'video/webm',
  }),
)

/** The media type without parameters; `undefined` for an extension that is not in the table. */
export function mediaTypeOf(text: string): string | undefined {
  const [type = ''] = text.split(';')
  if (type.includes('/')) return type.trim().toLowerCase()
  return byExtension.get(type.slice(type.lastIndexOf('.') + 1).toLowerCase())
}

/** Any type for an extension that is not in the table; `undefined` without one. */
export function mediaTypeOfFile(name: string): string | undefined {
  const extension = extname(name).slice(1).toLowerCase()
  return extension === '' ? undefined : (byExtension.get(extension) ?? '*/*')
}
