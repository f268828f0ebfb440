import type { AppConfig } from '../app/app-config.ts'
import { AppChannel } from '../app/channels/app-channel.ts'
import type { Channel, ChannelDto, ChannelOptions } from '../app/channels/channel.ts'
import type { ChannelSet } from '../app/channels/channel-set.ts'
import { checkBroker } from '../app/channels/check-broker.ts'
import { isWorkerd } from '../app/is-workerd.ts'
import { RoutedApp } from '../app/routed-app.ts'
import { hasSocketRoutes } from '../app/ws/pending-upgrades.ts'
import { reportTo } from '../ctx/ctx-host.ts'
import type { SaveOptions } from '../request/file-stream.ts'
import type { Pieces } from '../request/pieces.ts'
import type { FileStore } from '../response/file-store.ts'
import type { Views } from '../response/view.ts'
import type { serveFetch } from './fetch/fetch.ts'
import type { FetchPeer } from './fetch/fetch-peer.ts'
import { type HookOptions, Lifecycle, type StartHook, type StopHook } from './listen/lifecycle.ts'
import { checkListenOptions, type ListenOptions } from './listen/listen-options.ts'
import type { ListenAddress, RunningServer } from './listen/listening.ts'
import { checkShutdownOptions, endWithin, type ShutdownOptions } from './listen/shutdown.ts'
import { onStopSignal } from './listen/stop-signals.ts'
import { type NodeHandler, nodeHandler } from './node/node-handler.ts'
import { startServer } from './start-server.ts'
import { testURL } from './test-url.ts'

/** Milliseconds in which the sockets that the deadline cuts begin their `close` hooks. */
const cutMs = 50

/** A web service: routes, settings and servers. */
export class App extends RoutedApp {
  readonly #servers = new Set<RunningServer>()
  #fileStore: FileStore | Promise<FileStore> | undefined
  #views: Views | Promise<Views> | undefined
  #serveFetch: typeof serveFetch | undefined
  readonly #lifecycle = new Lifecycle()
  #channels: Promise<ChannelSet> | undefined
  #hasChannels = false
  #ended: Promise<boolean> | undefined
  #forgetSignals: (() => void) | undefined

  constructor(config: AppConfig = {}) {
    super(config)
    // Both are passed as plain functions: `Bun.serve({ fetch: app.fetch })`, `process.once('SIGTERM', app.shutdown)`.
    this.fetch = this.fetch.bind(this)
    this.shutdown = this.shutdown.bind(this)
  }

  /**
   * Opens an HTTP server; with a certificate HTTPS, on request HTTP/2. Rejects with the error of an `onStart` hook, when
   * the port is in use, and for `workers` of an app whose channels have no broker.
   */
  async listen(target: number | ListenOptions = {}): Promise<ListenAddress> {
    const options = typeof target === 'number' ? { port: target } : target
    checkListenOptions(options)
    if (this.#hasChannels) checkBroker(this.config.channels, options.workers !== undefined)
    if (this.#ended === undefined) this.resetStop()
    const server = await startServer(this, options, {
      start: () => this.#lifecycle.start(),
      stop: (stop) => this.shutdown(stop),
      stopMs: this.#lifecycle.stopMs,
    })
    this.#servers.add(server)
    const { signals = false } = options
    if (signals !== false) this.#listenToSignals(signals === true ? {} : signals)
    return server.listening
  }

  /**
   * Adds a function that prepares the app. They run one after the other before `listen()` opens the port, in each worker,
   * or before the first request of `fetch()`.
   */
  onStart(hook: StartHook, options: HookOptions = {}): this {
    this.#lifecycle.onStart(hook, options)
    return this
  }

  /**
   * Adds a function that `shutdown()` calls when the servers have closed and the hooks of sockets have ended. They run one
   * after the other, also after one has failed.
   */
  onStop(hook: StopHook, options: HookOptions = {}): this {
    this.#lifecycle.onStop(hook, options)
    return this
  }

  /**
   * A channel of messages, which WebSockets, streams of events and functions subscribe to. Call it wherever it is needed:
   * channels of one name are one.
   * @throws HttpError 400 for a name that is empty, over 256 characters or with a control character, Error in one of several workers
   *   without a broker
   */
  channel<T>(dto: ChannelDto<T>, name: string, options: ChannelOptions<NoInfer<T>>): Channel<T> {
    checkBroker(this.config.channels)
    this.#hasChannels = true
    return new AppChannel(() => this.#channelSet(), dto, name, options)
  }

  /** A listener for a server created elsewhere: `createServer(app.handler())`. */
  handler(): NodeHandler {
    return nodeHandler(this)
  }

  /**
   * Stops the app: readiness ends, `drainDelay` passes, `c.stopping()` aborts, the servers refuse new connections and
   * finish current requests and hooks of sockets, then the `onStop` hooks run. A connection without a request has one second to send one.
   * @param options a text is the reason: `process.once('SIGTERM', app.shutdown)`.
   * @returns false when connections were still open at the deadline and were cut. Rejects with the error of a hook.
   */
  async shutdown(options: ShutdownOptions | string = {}): Promise<boolean> {
    const stop = typeof options === 'string' ? { reason: options } : options
    checkShutdownOptions(stop)
    // A later call may bring a deadline of its own.
    const isClosing = this.#ended !== undefined && this.stopSignal.aborted && stop.timeout !== undefined
    const later = isClosing
      ? [...[...this.#servers].map((server) => server.close(stop.timeout)), this.#endSockets(stop.timeout)]
      : []
    this.#ended ??= this.#stop(stop).finally(() => {
      this.#ended = undefined
    })
    return !(await Promise.all([this.#ended, ...later])).includes(false)
  }

  /** Writes a whole file atomically, for `c.saveFile()`. */
  async writeFile(path: string, content: Uint8Array | Pieces, options: SaveOptions): Promise<void> {
    const { replaceFile } = await import('./files/replace-file.ts')
    await replaceFile(path, content, options)
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

  async #stop(options: ShutdownOptions): Promise<boolean> {
    const { timeout, drainDelay = 0, reason = 'shutdown' } = options
    this.isStopping = true
    const servers = [...this.#servers]
    const others = servers.flatMap((server) => server.stopOthers?.(options) ?? [])
    const isServing = others.length === 0
    if (drainDelay > 0 && isServing) await new Promise((resolve) => setTimeout(resolve, drainDelay))
    this.abortStop(reason)
    const own = servers.flatMap((server) => (server.stopOthers === undefined ? server.close(timeout) : []))
    const closed = Promise.all([...others, ...own])
    const sockets = isServing ? this.#endSockets(timeout, closed) : true
    const hasDrained = !(await Promise.all([closed, sockets])).flat().includes(false)
    for (const server of servers) this.#servers.delete(server)
    try {
      if (isServing) {
        await this.#closeChannels()
        await this.#lifecycle.stop(reason)
      }
    } finally {
      this.#forgetSignals?.()
      this.#forgetSignals = undefined
      for (const server of servers) await server.leave?.(hasDrained)
    }
    return hasDrained
  }

  /** Waits for the hooks of sockets, once the servers have closed. */
  #endSockets(timeout: number | undefined, closed?: Promise<unknown>): Promise<boolean> {
    const ended = async (): Promise<void> => {
      await closed
      await this.socketWork.ended()
    }
    const deadline = timeout === undefined ? undefined : timeout + cutMs
    return endWithin(ended(), deadline, () => this.socketWork.abandon())
  }

  async #closeChannels(): Promise<void> {
    const channels = await this.#channels
    this.#channels = undefined
    await channels?.close()
  }

  #listenToSignals(options: ShutdownOptions): void {
    this.#forgetSignals ??= onStopSignal((reason) => {
      this.shutdown({ reason, ...options }).catch((error: unknown) => {
        console.error('the app did not stop cleanly:', error)
        process.exitCode = 1
      })
    })
  }

  // Loaded on first use: most apps serve no files or templates, and need only one kind of server.

  async #fetchFirst(request: Request, peer: FetchPeer | undefined): Promise<Response> {
    const serve = await loadFetch()
    await this.#lifecycle.start()
    this.#serveFetch = serve
    return serve(this, request, peer)
  }

  #channelSet(): Promise<ChannelSet> {
    this.#channels ??= this.#openChannels()
    return this.#channels
  }

  async #openChannels(): Promise<ChannelSet> {
    const { ChannelSet } = await import('../app/channels/channel-set.ts')
    const { bind, onError } = this.settings
    const report = (error: unknown, channel: string): void =>
      reportTo(onError, error, { method: 'CHANNEL', path: channel })
    return new ChannelSet({ broker: this.config.channels, settings: bind, report })
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

async function loadFetch(): Promise<typeof serveFetch> {
  if (isWorkerd && hasSocketRoutes()) return (await import('./fetch/worker-upgrades.ts')).serveWorker
  return (await import('./fetch/fetch.ts')).serveFetch
}
