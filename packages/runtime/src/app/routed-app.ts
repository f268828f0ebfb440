import type { Bindable } from '../bind/reading/bind-input.ts'
import type { OnResponse } from '../ctx/answered.ts'
import type { Ctx, Handler } from '../ctx/ctx.ts'
import type { Settings, Transport } from '../ctx/ctx-host.ts'
import { ServedCtx, type ServingHost } from '../ctx/served-ctx.ts'
import type { UnreadBody } from '../ctx/unread-body.ts'
import type { SaveOptions } from '../request/file-stream.ts'
import type { Incoming } from '../request/incoming.ts'
import type { Pieces } from '../request/pieces.ts'
import { requestError } from '../request/request-error.ts'
import type { FileStore } from '../response/file-store.ts'
import { checkHeader } from '../response/header-safety.ts'
import type { Views } from '../response/view.ts'
import type { CustomConstraint } from '../route/constraint.ts'
import { Router } from '../route/router.ts'
import type { CustomBinder } from './app-binder.ts'
import {
  type AppConfig,
  defaultBodyIdleTimeout,
  defaultBodyMemory,
  type ErrorHandler,
  settingsOf,
} from './app-config.ts'
import { BodyMemory } from './body-memory.ts'
import { isWorkerd } from './is-workerd.ts'
import { Registrar } from './registrar.ts'
import { runChain, runRefusal } from './run-chain.ts'
import { SocketWork } from './ws/socket-work.ts'

/** An app without a server: routes, settings and request handling. `App` adds the servers. */
export abstract class RoutedApp extends Registrar implements ServingHost {
  /** The settings as passed to the constructor. */
  readonly config: AppConfig
  readonly settings: Settings
  readonly router: Router<Handler>
  readonly bodyMemory: BodyMemory
  readonly onResponse: readonly OnResponse[] | undefined
  /** A stop waits for it. */
  readonly socketWork: SocketWork = new SocketWork()
  /** `shutdown()` was called: `readyz` answers 503, while requests are still taken. */
  isStopping = false
  #stop: AbortController | undefined
  readonly #customBinders: CustomBinder<never>[]
  readonly #errorHandler: ErrorHandler | undefined

  constructor(config: AppConfig = {}) {
    const customBinders: CustomBinder<never>[] = []
    const settings = settingsOf(config, customBinders)
    // Fails at construction instead of at each request.
    if (settings.serverHeader !== '') checkHeader('Server', settings.serverHeader)
    const router = new Router<Handler>(settings)
    super(router, '', '')
    this.config = config
    this.settings = settings
    this.router = router
    const { bodyMemory = defaultBodyMemory, bodyIdleTimeout = defaultBodyIdleTimeout } = config
    this.bodyMemory = new BodyMemory(bodyMemory, bodyIdleTimeout)
    const { onResponse = [] } = config
    const listeners = typeof onResponse === 'function' ? [onResponse] : [...onResponse]
    this.onResponse = listeners.length === 0 ? undefined : listeners
    this.#customBinders = customBinders
    this.#errorHandler = config.errorHandler
  }

  /** Aborts when `shutdown()` begins to close the servers. */
  get stopSignal(): AbortSignal {
    // A worker does not learn of its end, and a signal that was made for one request is of no use to another.
    if (isWorkerd) return new AbortController().signal
    this.#stop ??= new AbortController()
    return this.#stop.signal
  }

  /** Aborts `stopSignal`. @param reason as hooks get it */
  protected abortStop(reason: string): void {
    this.#stop ??= new AbortController()
    this.#stop.abort(new Error(`the app stops: ${reason}`))
  }

  /** For an app that listens again. */
  protected resetStop(): void {
    this.isStopping = false
    this.#stop = undefined
    this.socketWork.reset()
  }

  /**
   * Adds a binder for `c.bind().custom(name)` and for bodies of its media types; the first binder for a type wins. One
   * that other frameworks share declares its parameter as a `BindInput`.
   */
  registerCustomBinder<C extends Bindable = Ctx>(binder: CustomBinder<C>): this {
    this.#customBinders.push(binder)
    return this
  }

  abstract fileStore(): FileStore | Promise<FileStore>
  abstract views(): Views | Promise<Views>
  abstract writeFile(path: string, content: Uint8Array | Pieces, options: SaveOptions): Promise<void>

  /** Handles a request from an adapter, whose `transport` sends the response. Never throws. */
  serve(transport: Transport, incoming: Incoming, outgoing: unknown, body?: UnreadBody): void {
    const error = requestError(incoming)
    if (error !== undefined) this.refuse(transport, incoming, outgoing, error)
    else this.run(transport, incoming, outgoing, body)
  }

  /** As `serve`, for a request that the adapter has checked. Never throws. */
  run(transport: Transport, incoming: Incoming, outgoing: unknown, body?: UnreadBody): void {
    runChain(this.#open(transport, incoming, outgoing, body), this.#errorHandler)
  }

  /** Answers a request that no handler should see. Never throws. */
  refuse(transport: Transport, incoming: Incoming, outgoing: unknown, error: unknown): void {
    runRefusal(this.#open(transport, incoming, outgoing), this.#errorHandler, error)
  }

  /**
   * Answers the paths that no route takes, in place of the 404, which stays the status unless the handler sets another.
   * In a mounted app: those below its prefix.
   */
  notFound(handler: Handler): this {
    this.router.addFallback(handler)
    return this
  }

  /** Adds a constraint for patterns registered later on this app: `/:id<name(1,2)>`. It may replace a built-in one. */
  registerCustomConstraint(constraint: CustomConstraint): this {
    this.router.addConstraint(constraint)
    return this
  }

  #open(transport: Transport, incoming: Incoming, outgoing: unknown, body?: UnreadBody): ServedCtx {
    const c = new ServedCtx(this, transport, incoming, outgoing, body)
    if (this.onResponse !== undefined) c.startClock()
    if (this.settings.serverHeader !== '') c.set('Server', this.settings.serverHeader)
    return c
  }
}
