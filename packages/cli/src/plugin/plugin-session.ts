import { basename, resolve, sep } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { DiskState, GenerateResult } from '@ctxgen/codegen'
import { findConfig } from '../config/find-config.ts'
import { PlanRun } from '../plan-run.ts'
import { type PluginOptions, planOfOptions } from './plugin-options.ts'

/**
 * Keeps the outputs of one set of options up to date. The builds of a process share it, so that client and server, or a
 * build and the next, do not read everything twice.
 */
export class PluginSession {
  readonly root: string
  readonly #options: PluginOptions | undefined
  #run: PlanRun | undefined
  /** What the plan was made from; `undefined` before it is, and after a round that failed. */
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

  /** Brings every output up to date. @throws UsageError when the options or the config ask for what cannot be. */
  refresh(): Promise<GenerateResult> {
    return this.#inTurn(() => this.#refresh())
  }

  /** Takes in that these files may have changed; `undefined` when nothing had to be done. @throws UsageError as above. */
  update(touched: readonly string[]): Promise<GenerateResult | undefined> {
    return this.#inTurn(() => {
      const isConfigTouched = touched.some((path) => this.#lookedAt.includes(path))
      if (this.#run === undefined || this.#config === undefined || isConfigTouched) return this.#refresh()
      return this.#run.update(touched, () => [])
    })
  }

  /** One round after the other, whatever became of the one before. */
  #inTurn<T>(round: () => Promise<T>): Promise<T> {
    const turn = this.#rounds.then(round, round)
    this.#rounds = turn
    return turn
  }

  async #refresh(): Promise<GenerateResult> {
    const { DiskState } = await import('@ctxgen/codegen')
    // Others have their turn first: reading takes its time, and does not give way.
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

  /** The files that decide what is generated. One that is not there yet may come. */
  get watched(): readonly string[] {
    if (this.#run === undefined) return this.#brokenConfig
    const { files, missing } = this.#run.targets
    return [...files, ...missing]
  }

  /** A config of which no plan could be made: once it is mended, one can. */
  get #brokenConfig(): readonly string[] {
    const { config } = { config: undefined, ...this.#options }
    if (config !== undefined) return [resolve(this.root, config)]
    try {
      const { path } = findConfig(this.root)
      return path === undefined ? [] : [path]
    } catch {
      // There are several, which was said when the plan was made.
      return []
    }
  }

  isOutput(path: string): boolean {
    return this.#run?.targets.outputs.includes(path) ?? false
  }

  /** Whether a change of this file may be one of an output. */
  isConcernedBy(path: string): boolean {
    if (this.#run === undefined) return true
    const { files, missing, trees } = this.#run.targets
    if ([files, missing, this.#lookedAt].some((paths) => paths.includes(path))) return true
    return isSource(basename(path)) && trees.some((tree) => path.startsWith(tree + sep))
  }
}

const sessions = new Map<string, PluginSession>()

/** What ctxgen writes itself is no source. */
function isSource(name: string): boolean {
  return /\.[mc]?ts$/.test(name) && !/\.bind\.[mc]?ts$/.test(name) && !name.startsWith('.ctxgen-')
}
