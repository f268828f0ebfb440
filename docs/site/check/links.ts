import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { siteFolder, siteUrl } from '../places.ts'

/** Every link of the built pages that leads nowhere, anchors included: `tags.html: /ctxgen/rules#maks`. */
export function deadLinks(): readonly string[] {
  const pages = new Map(htmlFiles().map((path) => [path, readFileSync(join(siteFolder, path), 'utf8')]))
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(values(html, 'id'))]))
  const isDead = (link: string, from: string): boolean => {
    const url = new URL(link, new URL(from.replace(/(?:index)?\.html$/, ''), siteUrl))
    if (url.origin !== siteUrl.origin || !url.pathname.startsWith(siteUrl.pathname))
      return url.origin === siteUrl.origin
    const path = fileOf(decodeURIComponent(url.pathname.slice(siteUrl.pathname.length)))
    if (path === undefined) return true
    const anchor = decodeURIComponent(url.hash.slice(1))
    return anchor !== '' && ids.get(path)?.has(anchor) !== true
  }
  return [...pages].flatMap(([path, html]) =>
    [...values(html, 'href'), ...values(html, 'src')]
      .filter((link) => isDead(link, path))
      .map((link) => `${path}: ${link}`),
  )
}

/** The file that a server sends for a path: `tags.html` for `tags`. */
export function fileOf(path: string): string | undefined {
  const candidates = path === '' || path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`]
  return candidates.find((one) => statSync(join(siteFolder, one), { throwIfNoEntry: false })?.isFile())
}

function htmlFiles(): readonly string[] {
  return readdirSync(siteFolder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.html'))
    .map((entry) => relative(siteFolder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** Of pages that we have built: attributes are quoted. */
function values(html: string, attribute: string): readonly string[] {
  const found = html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))
  return [...found].map(([, value = '']) => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'))
}
