import type { Ctx, Handler } from '../../ctx/ctx.ts'
import { HttpError } from '../../error/http-error.ts'
import { findAssets, type ReferenceAssets } from './reference-assets.ts'
import { referencePage, startScript } from './reference-page.ts'

/**
 * A handler that shows an OpenAPI document as a page: `app.get('/docs', docs(document))`. The page loads everything from
 * its own path, with a query `file`. It needs the package swagger-ui-dist.
 * @param document the document, or a function that returns the current one.
 * @hidden
 */
export function docs(document: object | (() => unknown)): Handler {
  const assets = findAssets()
  return async (c) => {
    const file = c.query('file')
    if (assets.names.includes(file))
      return c.sendFile(file, { root: assets.folder, compress: true, maxAge: aYear })
    c.set('Cache-Control', 'no-cache')
    return sendOwn(c, file, document, assets)
  }
}

/** The version of the package is part of each URL. */
const aYear = 365 * 24 * 60 * 60

async function sendOwn(
  c: Ctx,
  file: string,
  document: object | (() => unknown),
  { version }: ReferenceAssets,
): Promise<unknown> {
  if (file === '') return c.type('html').sendString(referencePage(version))
  if (file === 'start.js') return c.type('js').sendString(startScript)
  if (file !== 'openapi.json') throw new HttpError(404)
  return c.json(typeof document === 'function' ? await document() : document)
}
