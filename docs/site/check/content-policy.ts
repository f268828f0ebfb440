import { createHash } from 'node:crypto'

/**
 * Adds a Content-Security-Policy to a built page: its own files and its own inline scripts, nothing else. The playground
 * runs modules that it has made, in a worker that inherits the policy.
 */
export function secured(html: string, _id: string, { page }: { readonly page: string }): string {
  const isPlayground = page === 'playground.md'
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => text,
  )
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...(isPlayground ? ['blob:'] : []), ...new Set(hashes)].join(' ')}`,
    // The colours of code are styles of its elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'none'",
    "font-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html.replace('<head>', `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
}
