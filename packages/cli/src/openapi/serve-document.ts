import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { forwardTo } from './forward-to.ts'

/** How the reference page is served while developing. */
export interface ServeOptions {
  /** The folder whose packages are used. */
  readonly project: string
  readonly port: number
  /** The running service, which answers what the page tries. */
  readonly target: string
  /** The current document. */
  readonly document: () => object
  /** Each element says that the document has changed. */
  readonly changes: (gone: AbortSignal) => AsyncIterable<unknown>
}

/** The part of `@ctxgen/runtime` that serves the page. */
interface Runtime {
  readonly App: new () => {
    get(path: string, handler: unknown): unknown
    all(path: string, handler: unknown): unknown
    listen(options: { readonly port: number; readonly host: string }): Promise<{ readonly url: string }>
    shutdown(): Promise<boolean>
  }
}

interface Docs {
  readonly docs: (document: () => object, options: Pick<ServeOptions, 'changes'>) => unknown
}

/** Serves the reference page, and passes every other request to the service. */
export async function serveDocument(
  options: ServeOptions,
): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const { App }: Runtime = await importFrom(options.project, '@ctxgen/runtime')
  const { docs }: Docs = await importFrom(options.project, '@ctxgen/runtime/docs')
  const app = new App()
  // Requests of the page go to its own origin, so that the service needs no CORS.
  const document = (): object => ({ ...options.document(), servers: [{ url: '/' }] })
  app.get('/docs', docs(document, options))
  app.all('/*', forwardTo(options.target))
  const { url } = await app.listen({ port: options.port, host: '127.0.0.1' })
  return { url: `${url}/docs`, close: () => app.shutdown() }
}

/** @throws UsageError when the project lacks the package. */
async function importFrom(project: string, name: string) {
  let path: string
  try {
    path = createRequire(join(project, 'package.json')).resolve(name)
  } catch (cause) {
    throw new UsageError(`--serve needs @ctxgen/runtime: npm i @ctxgen/runtime`, { cause })
  }
  return import(pathToFileURL(path).href)
}
