import type { Ctx, Handler } from '../../ctx/ctx.ts'
import { HttpError } from '../../error/http-error.ts'
import { findAssets, type ReferenceAssets } from './reference-assets.ts'
import { followScript, referencePage, startScript } from './reference-page.ts'

/** Options of {@link docs}. */
interface DocsOptions {
  /** Yields when the document has changed; an open page then shows the current one. */
  readonly changes?: (gone: AbortSignal) => AsyncIterable<unknown>
}

/**
 * A handler that shows an OpenAPI document as a page: `app.get('/docs', docs(document))`. The page loads everything from
 * its own path, with a query `file`. It needs the package swagger-ui-dist.
 * @param document the document, or a function that returns the current one.
 * @hidden
 */
export function docs(document: object | (() => unknown), { changes }: DocsOptions = {}): Handler {
  const assets = findAssets()
  return async (c) => {
    const file = c.query('file')
    c.set('X-Content-Type-Options', 'nosniff')
    if (assets.names.includes(file))
      return c.sendFile(file, { root: assets.folder, compress: true, maxAge: aYear })
    c.set('Cache-Control', 'no-cache')
    if (file === 'changes' && changes !== undefined) return sendChanges(c, changes)
    if (file === 'start.js')
      return c.type('js').sendString(startScript + (changes === undefined ? '' : followScript))
    return sendOwn(c, file, document, assets)
  }
}

/** The version of the package is part of each URL. */
const aYear = 365 * 24 * 60 * 60

// Swagger UI has inline styles and images. The document may name servers anywhere. A frame could trick a user into "Execute".
const policy = [
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src *",
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
].join('; ')

async function sendOwn(
  c: Ctx,
  file: string,
  document: object | (() => unknown),
  { version }: ReferenceAssets,
): Promise<void> {
  if (file === '')
    return c.set('Content-Security-Policy', policy).type('html').sendString(referencePage(version))
  if (file !== 'openapi.json') throw new HttpError(404)
  return c.json(typeof document === 'function' ? await document() : document)
}

function sendChanges(c: Ctx, changes: NonNullable<DocsOptions['changes']>): void {
  const changed = changes(c.signal())
  c.set('Content-Type', 'text/event-stream')
  c.sendStreamWriter(async ({ write, flush }) => {
    // The page waits for the first byte.
    write(': open\n\n')
    await flush()
    for await (const _ of changed) {
      write('data: changed\n\n')
      await flush()
    }
  })
}
