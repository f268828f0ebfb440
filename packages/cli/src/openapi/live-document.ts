import { EventEmitter, on } from 'node:events'
import { OpenApiReader, type OpenApiResult } from '@ctxgen/codegen/openapi'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { FolderWatcher } from '../watch/folder-watcher.ts'
import type { OpenApiRun } from './openapi-runs.ts'

interface LiveEvents {
  /** Called with each description, errors included. */
  readonly onRead: (diagnostics: OpenApiResult['diagnostics']) => void
  readonly onFailure: (error: unknown) => void
}

/** The document of an app, described again whenever its code changes. */
export class LiveDocument {
  readonly #reader: OpenApiReader
  readonly #events: LiveEvents
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #end = new AbortController()
  readonly #watcher: FolderWatcher
  #document: object | undefined

  /** @throws UsageError like `generateOpenApi` */
  constructor({ options }: OpenApiRun, events: LiveEvents) {
    this.#reader = new OpenApiReader(options)
    this.#events = events
    this.#watcher = new FolderWatcher({
      onTouched: (paths) => this.#tryRead(paths),
      onFailure: (_folder, error) => events.onFailure(error),
    })
    try {
      this.#read([])
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** @throws UsageError for code with errors */
  get current(): object {
    if (this.#document === undefined) throw new UsageError('The code has errors; the terminal shows them.')
    return this.#document
  }

  /** An element for each change, until one of both ends. */
  async *changes(gone: AbortSignal): AsyncGenerator<undefined> {
    try {
      const signal = AbortSignal.any([gone, this.#end.signal])
      for await (const _ of on(this.#emitter, 'change', { signal })) yield
    } catch (error) {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error
    }
  }

  close(): void {
    this.#watcher.close()
    this.#end.abort()
  }

  #tryRead(touched: readonly string[]): void {
    try {
      this.#read(touched)
    } catch (error) {
      this.#events.onFailure(error)
    }
  }

  #read(touched: readonly string[]): void {
    try {
      const result = this.#reader.read(touched)
      if (result === undefined) return
      this.#document = result.documents[0]?.document
      this.#events.onRead(result.diagnostics)
      // An open page keeps the last document while the code has errors.
      if (this.#document !== undefined) this.#emitter.emit('change')
    } finally {
      const { files, missing, trees } = this.#reader.dependencies
      this.#watcher.follow({ trees, files: [...files, ...missing] })
    }
  }
}
