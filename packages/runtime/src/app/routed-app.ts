import type { Handler } from '../ctx/handler.ts'
import type { ReceivedBody } from '../ctx/received-body.ts'
import { ServedCtx } from '../ctx/served-ctx.ts'
import type { CtxHost, Settings } from '../ctx/settings.ts'
import type { Transport } from '../ctx/transport.ts'
import type { HttpError } from '../error/http-error.ts'
import type { Incoming } from '../request/incoming.ts'
import { requestFault } from '../request/request-fault.ts'
import type { FileStore } from '../response/file-store.ts'
import { checkHeader } from '../response/header-safety.ts'
import type { Views } from '../response/view.ts'
import type { CustomConstraint } from '../route/constraint.ts'
import { Router } from '../route/router.ts'
import { type AppConfig, defaultBodyMemory, type ErrorHandler, settingsOf } from './app-config.ts'
import { BodyMemory } from './body-memory.ts'
import type { CustomBinder } from './custom-binder.ts'
import { Registrar } from './registrar.ts'
import { runChain, runRefusal } from './run-chain.ts'

// Most uploads are over by then.
const retryAfterSeconds = '5'

/** An app without a server: its routes, its settings, and what becomes of a request. `App` adds the ways to serve it. */
export abstract class RoutedApp extends Registrar implements CtxHost {
  /** The settings as they were given. */
  readonly config: AppConfig
  readonly settings: Settings
  readonly router: Router<Handler>
  readonly bodyMemory: BodyMemory
  readonly #customBinders: CustomBinder[]
  readonly #errorHandler: ErrorHandler | undefined

  constructor(config: AppConfig = {}) {
    const customBinders: CustomBinder[] = []
    const settings = settingsOf(config, customBinders)
    // Better now than with every request.
    if (settings.serverHeader !== '') checkHeader('Server', settings.serverHeader)
    const router = new Router<Handler>(settings)
    super(router, '', '')
    this.config = config
    this.settings = settings
    this.router = router
    this.bodyMemory = new BodyMemory(config.bodyMemory ?? defaultBodyMemory)
    this.#customBinders = customBinders
    this.#errorHandler = config.errorHandler
  }

  /** Adds a binder for `c.bind().custom(name)` and for bodies of its media types; of several for one type the first counts. */
  registerCustomBinder(binder: CustomBinder): this {
    this.#customBinders.push(binder)
    return this
  }

  abstract fileStore(): FileStore | Promise<FileStore>
  abstract views(): Views | Promise<Views>
  abstract writeFile(path: string, bytes: Uint8Array): Promise<void>

  /** Takes a request from an adapter, its body already read, to the response that `transport` sends. Never throws. */
  serve(transport: Transport, incoming: Incoming, outgoing: unknown, body?: ReceivedBody): void {
    const fault = requestFault(incoming)
    if (fault !== undefined) this.refuse(transport, incoming, outgoing, fault)
    else runChain(this.#open(transport, incoming, outgoing, body), this.#errorHandler)
  }

  /** Answers a request that no handler may see. Never throws. */
  refuse(transport: Transport, incoming: Incoming, outgoing: unknown, error: HttpError): void {
    const c = this.#open(transport, incoming, outgoing)
    // Bodies that others have sent are in the way, and will be gone.
    if (error.status === 503) c.set('Retry-After', retryAfterSeconds)
    runRefusal(c, this.#errorHandler, error)
  }

  /**
   * Adds a constraint for the patterns of this app that are registered after it: `/:id<name(1,2)>`. One that has the
   * name of a built-in replaces it.
   */
  registerCustomConstraint(constraint: CustomConstraint): this {
    this.router.addConstraint(constraint)
    return this
  }

  #open(transport: Transport, incoming: Incoming, outgoing: unknown, body?: ReceivedBody): ServedCtx {
    const c = new ServedCtx(this, transport, incoming, outgoing, body)
    if (this.settings.serverHeader !== '') c.set('Server', this.settings.serverHeader)
    return c
  }
}
