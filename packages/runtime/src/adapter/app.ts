import type { AppConfig } from '../app/app-config.ts'
import { RoutedApp } from '../app/routed-app.ts'
import type { FileStore } from '../response/file-store.ts'
import type { Views } from '../response/view.ts'
import type { serveFetch } from './fetch/fetch.ts'
import type { FetchPeer } from './fetch/fetch-peer.ts'
import { checkListenOptions, type ListenOptions } from './listen/listen-options.ts'
import type { Listening, RunningServer } from './listen/listening.ts'
import { checkShutdownOptions, type ShutdownOptions } from './listen/shutdown.ts'
import { type NodeHandler, nodeHandler } from './node/node-handler.ts'
import { startServer } from './start-server.ts'
import { testURL } from './test-url.ts'

/** A web service: routes, settings and servers. */
export class App extends RoutedApp {
  readonly #servers = new Set<RunningServer>()
  #fileStore: FileStore | Promise<FileStore> | undefined
  #views: Views | Promise<Views> | undefined
  #serveFetch: typeof serveFetch | undefined

  constructor(config: AppConfig = {}) {
    super(config)
    // Both are passed as plain functions: `Bun.serve({ fetch: app.fetch })`, `process.once('SIGTERM', app.shutdown)`.
    this.fetch = this.fetch.bind(this)
    this.shutdown = this.shutdown.bind(this)
  }

  /** Opens an HTTP server; with a certificate HTTPS, on request HTTP/2. Rejects when the port is in use. */
  async listen(target: number | ListenOptions = {}): Promise<Listening> {
    const options = typeof target === 'number' ? { port: target } : target
    checkListenOptions(options)
    const server = await startServer(this, options)
    this.#servers.add(server)
    return server.listening
  }

  /** A listener for a server created elsewhere: `createServer(app.handler())`. */
  handler(): NodeHandler {
    return nodeHandler(this)
  }

  /**
   * Closes the servers: they refuse new connections and finish current requests. A connection without a request has one
   * second to send one.
   * @returns false when connections were still open at the deadline and were cut.
   */
  async shutdown(options: ShutdownOptions = {}): Promise<boolean> {
    checkShutdownOptions(options)
    const ended = [...this.#servers].map(async (server) => {
      const drained = await server.close(options.timeout)
      this.#servers.delete(server)
      return drained
    })
    return !(await Promise.all(ended)).includes(false)
  }

  /** Writes a whole file atomically, for `c.saveFile()`. */
  async writeFile(path: string, bytes: Uint8Array): Promise<void> {
    const { replaceFile } = await import('./files/replace-file.ts')
    await replaceFile(path, bytes)
  }

  override fileStore(): FileStore | Promise<FileStore> {
    this.#fileStore ??= this.#openFileStore()
    return this.#fileStore
  }

  override views(): Views | Promise<Views> {
    this.#views ??= this.config.views ?? this.#openViews()
    return this.#views
  }

  /**
   * Answers a `Request`: for Bun, Deno and Workers.
   * @param peer the client's address, or what provides it: Bun's server, Deno's info.
   */
  fetch(request: Request, peer?: FetchPeer): Promise<Response> {
    const answer = this.#serveFetch?.(this, request, peer) ?? this.#fetchFirst(request, peer)
    return answer instanceof Promise ? answer : Promise.resolve(answer)
  }

  /** Answers a request without a server. A path is one of `http://localhost`. */
  async test(request: Request | string, init?: RequestInit): Promise<Response> {
    const target = typeof request === 'string' ? testURL(request) : request
    const given = target instanceof Request && init === undefined
    return this.fetch(given ? target : new Request(target, init))
  }

  // Loaded on first use: most apps serve no files or templates, and need only one kind of server.

  async #fetchFirst(request: Request, peer: FetchPeer | undefined): Promise<Response> {
    const { serveFetch } = await import('./fetch/fetch.ts')
    this.#serveFetch = serveFetch
    return serveFetch(this, request, peer)
  }

  async #openFileStore(): Promise<FileStore> {
    const { NodeFileStore } = await import('./files/node-file-store.ts')
    this.#fileStore = new NodeFileStore()
    return this.#fileStore
  }

  async #openViews(): Promise<Views> {
    const { etaViews } = await import('./files/eta-views.ts')
    const { viewsDir } = this.config
    this.#views = etaViews(viewsDir === undefined ? {} : { viewsDir })
    return this.#views
  }
}
