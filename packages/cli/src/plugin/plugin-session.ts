import { basename, resolve, sep } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { DiskState, GenerateResult } from '@ctxgen/codegen'
import { findConfig } from '../config/find-config.ts'
import { PlanRun } from '../plan-run.ts'
import { type PluginOptions, planOfOptions } from './plugin-options.ts'

/**
 * Keeps the outputs of one set of options up to date. All builds of a process share it, so client and server builds, or
 * consecutive builds, read everything once.
 */
export class PluginSession {
  readonly root: string
  readonly #options: PluginOptions | undefined
  #run: PlanRun | undefined
  /** Files behind the plan; `undefined` before the first round and after a failed one. */
  #config: DiskState | undefined
  #rounds: Promise<unknown> = Promise.resolve()

  private constructor(options: PluginOptions | undefined, root: string) {
    this.#options = options
    this.root = root
  }

  static of(options: PluginOptions | undefined, root: string): PluginSession {
    const key = JSON.stringify([root, options])
    const session = sessions.get(key) ?? new PluginSession(options, root)
    sessions.set(key, session)
    return session
  }

  /** Updates every output. @throws UsageError for invalid options or an invalid config. */
  refresh(): Promise<GenerateResult> {
    return this.#inTurn(() => this.#refresh())
  }

  /** Updates after changes of files; returns `undefined` if nothing changed. @throws UsageError like {@link refresh}. */
  update(touched: readonly string[]): Promise<GenerateResult | undefined> {
    return this.#inTurn(() => {
      const isConfigTouched = touched.some((path) => this.#lookedAt.includes(path))
      if (this.#run === undefined || this.#config === undefined || isConfigTouched) return this.#refresh()
      return this.#run.update(touched, () => [])
    })
  }

  /** Runs rounds one at a time, even after a failed one. */
  #inTurn<T>(round: () => Promise<T>): Promise<T> {
    const turn = this.#rounds.then(round, round)
    this.#rounds = turn
    return turn
  }

  async #refresh(): Promise<GenerateResult> {
    const { DiskState } = await import('@ctxgen/codegen')
    // Lets other work run first: parsing takes long and blocks the event loop.
    await pause()
    const since = Date.now()
    const config = this.#config
    this.#config = undefined
    const makePlan = (): ReturnType<typeof planOfOptions> => planOfOptions(this.#options, this.root)
    const isKnown = this.#run !== undefined
    this.#run ??= new PlanRun(await makePlan(), makePlan)
    const isOther = isKnown && (config === undefined || config.changed.length > 0)
    const result = (isOther ? await this.#run.reload() : undefined) ?? (await this.#run.refresh())
    this.#config = new DiskState(this.#lookedAt, since)
    return result
  }

  get #lookedAt(): readonly string[] {
    return this.#run?.plan.config.lookedAt ?? []
  }

  /** All files that affect the outputs, including missing ones. */
  get watched(): readonly string[] {
    if (this.#run === undefined) return this.#brokenConfig
    const { files, missing } = this.#run.targets
    return [...files, ...missing]
  }

  /** The path of an invalid config, to notice a fix. */
  get #brokenConfig(): readonly string[] {
    const { config } = { config: undefined, ...this.#options }
    if (config !== undefined) return [resolve(this.root, config)]
    try {
      const { path } = findConfig(this.root)
      return path === undefined ? [] : [path]
    } catch {
      // A folder has several configs, which is already reported.
      return []
    }
  }

  isOutput(path: string): boolean {
    return this.#run?.targets.outputs.includes(path) ?? false
  }

  /** Whether a change of this file may change an output. */
  isConcernedBy(path: string): boolean {
    if (this.#run === undefined) return true
    const { files, missing, trees } = this.#run.targets
    if ([files, missing, this.#lookedAt].some((paths) => paths.includes(path))) return true
    return isSource(basename(path)) && trees.some((tree) => path.startsWith(tree + sep))
  }
}

const sessions = new Map<string, PluginSession>()

/** Excludes the files that ctxgen writes. */
function isSource(name: string): boolean {
  return /\.[mc]?ts$/.test(name) && !/\.bind\.[mc]?ts$/.test(name) && !name.startsWith('.ctxgen-')
}
