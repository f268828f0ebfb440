import { normalize } from 'node:path'
import type { PluginOptions } from './plugin-options.ts'
import { pluginName } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { type Report, reportOf } from './report-message.ts'
import { logOf, type RollupContext, type RollupLog, startBuild } from './rollup-hooks.ts'

/** The part of Vite's server API used here. */
interface ViteServer {
  readonly config: { readonly logger: { warn(text: string): void; error(text: string): void } }
  readonly watcher: {
    add(paths: readonly string[]): unknown
    emit(event: 'change', path: string): unknown
  }
  readonly ws: {
    on(event: 'connection', callback: () => void): void
    send(
      message:
        | { readonly type: 'error'; readonly err: RollupLog & { readonly plugin: string } }
        | { readonly type: 'full-reload' },
    ): void
  }
}

export interface ViteHooks {
  configResolved(config: { readonly root: string }): void
  configureServer(server: ViteServer): void
  buildStart(this: RollupContext): Promise<void>
  watchChange(path: string): Promise<void>
  closeBundle(): void
}

/** An error ends a build; a server shows it and continues with the old outputs. */
export function viteHooks(options: PluginOptions | undefined): ViteHooks {
  let root = process.cwd()
  let devServer: DevServer | undefined
  return {
    configResolved(config) {
      root = config.root
    },
    configureServer(server) {
      devServer = new DevServer(server, PluginSession.of(options, root))
    },
    buildStart() {
      return devServer?.start() ?? startBuild(this, PluginSession.of(options, root))
    },
    async watchChange(path) {
      await devServer?.change(normalize(path))
    },
    closeBundle() {
      devServer?.stop()
    },
  }
}

/**
 * Vite's watcher misses a second save within 50 ms, and a new file within a second of another change in its folder, such as
 * a generated output. These delays after the last change catch both. In ms.
 */
const afterglow = 100
const folderAfterglow = 1100

class DevServer {
  readonly #server: ViteServer
  readonly #session: PluginSession
  /** The errors on display. */
  #errors: Report['errors'] = []
  #shown = ''
  readonly #watched = new Set<string>()
  /** Time of the last write, by output. */
  readonly #writes = new Map<string, number>()
  readonly #unheard = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(server: ViteServer, session: PluginSession) {
    this.#server = server
    this.#session = session
    server.ws.on('connection', () => this.#showErrors())
  }

  /** Updates every output. */
  async start(): Promise<void> {
    this.#take(await reportOf(() => this.#session.refresh(), this.#session))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async change(path: string): Promise<void> {
    if (!/\.([mc]?tsx?|m?js|json)$/.test(path) || this.#session.isOutput(path)) return
    this.#lookAfter(afterglow)
    if (!this.#session.isConcernedBy(path)) return
    this.#take(await reportOf(() => this.#session.update([path]), this.#session))
  }

  #lookAfter(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#lookAgain(delay), delay).unref()
  }

  async #lookAgain(delay: number): Promise<void> {
    if (delay < folderAfterglow) this.#lookAfter(folderAfterglow)
    await this.start()
    for (const path of this.#unheard) this.#server.watcher.emit('change', path)
    this.#unheard.clear()
  }

  #take(report: Report | undefined): void {
    this.#watch()
    if (report === undefined) return
    const { errors, warnings, written } = report
    for (const path of written) this.#noteWrite(path)
    if (written.length > 0) this.#lookAfter(afterglow)
    const wasFailing = this.#errors.length > 0
    this.#errors = errors
    // Client and server both start a build; avoids reporting everything twice.
    const text = JSON.stringify([errors, warnings])
    if (text === this.#shown) return
    this.#shown = text
    const { logger } = this.#server.config
    for (const { whole } of warnings) logger.warn(`\n${whole}`)
    for (const { whole } of errors) logger.error(`\n${whole}`)
    this.#showErrors()
    if (wasFailing && errors.length === 0) this.#server.ws.send({ type: 'full-reload' })
  }

  /** Vite may notice only the first of two quick writes, and would keep its content. */
  #noteWrite(path: string): void {
    const now = performance.now()
    if (now - (this.#writes.get(path) ?? Number.NEGATIVE_INFINITY) < afterglow) this.#unheard.add(path)
    this.#writes.set(path, now)
  }

  #showErrors(): void {
    const [first, ...others] = this.#errors
    if (first === undefined) return
    this.#server.ws.send({ type: 'error', err: { ...logOf(first, others), plugin: pluginName } })
  }

  /** Vite watches its root by itself, but nothing outside. */
  #watch(): void {
    const added = this.#session.watched.filter((path) => !this.#watched.has(path))
    for (const path of added) this.#watched.add(path)
    if (added.length > 0) this.#server.watcher.add(added)
  }
}
