import { createRequire } from 'node:module'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { forwardTo } from './forward-to.ts'

/** How the reference page is served while developing. */
interface ServeOptions {
  /** The folder whose packages are used. */
  readonly project: string
  readonly port: number
  /** The name or address to listen on. Default: `127.0.0.1` */
  readonly host?: string
  /** The running service, which answers what the page tries. */
  readonly target: string
  /** The current document. */
  readonly document: () => object
  /** Yields when the document has changed. */
  readonly changes: (gone: AbortSignal) => AsyncIterable<unknown>
}

/** The part of `@ctxgen/runtime` that serves the page. */
interface Runtime {
  readonly App: new () => {
    use(handler: (c: HostedCtx) => unknown): unknown
    get(path: string, handler: unknown): unknown
    all(path: string, handler: unknown): unknown
    listen(options: { readonly port: number; readonly host: string }): Promise<{ readonly url: string }>
    shutdown(): Promise<boolean>
  }
}

interface HostedCtx {
  get(header: string): string
  next(): unknown
  status(status: number): { sendString(text: string): unknown }
}

interface Docs {
  readonly docs: (document: () => object, options: Pick<ServeOptions, 'changes'>) => unknown
}

/** Serves the reference page, and passes every other request to the service. */
export async function serveDocument(
  options: ServeOptions,
): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const { App }: Runtime = await importFrom(options.project, '@ctxgen/runtime')
  const page = await pageOf(options)
  const { host = '127.0.0.1' } = options
  const app = new App()
  app.use(answerOnly(new Set(['localhost', '127.0.0.1', '[::1]', bracketed(host.toLowerCase())])))
  app.get('/docs', page)
  app.all('/*', forwardTo(options.target))
  const { url } = await app.listen({ port: options.port, host })
  return { url: `${url}/docs`, close: () => app.shutdown() }
}

/** @throws UsageError when the project lacks a package. */
async function pageOf(options: ServeOptions): Promise<unknown> {
  const { docs }: Docs = await importFrom(options.project, '@ctxgen/runtime/docs')
  // Requests of the page go to its own origin, so that the service needs no CORS.
  const document = (): object => ({ ...options.document(), servers: [{ url: '/' }] })
  try {
    return docs(document, options)
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause
    throw new UsageError('--serve needs swagger-ui-dist: npm i -D swagger-ui-dist', { cause })
  }
}

function isMissingModule(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND'
}

/** Refuses other hosts: a foreign page whose name was pointed at this machine would read the service's answers. */
function answerOnly(names: ReadonlySet<string>): (c: HostedCtx) => unknown {
  return (c) => {
    const name = c.get('Host').replace(/:\d*$/, '').toLowerCase()
    if (names.has(name)) return c.next()
    return c.status(421).sendString('This host is not served here. --host names the one to listen on.')
  }
}

/** An address as it stands in a URL. */
function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
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
