import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerateResult } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host } from '../host.ts'
import { makePlan, type Plan } from '../plan.ts'
import { PlanRun } from '../plan-run.ts'
import { failureText } from '../report/failure-text.ts'
import { printRound } from '../report/print-round.ts'
import { printable } from '../report/printable.ts'
import { FolderWatcher } from './folder-watcher.ts'
import { IdleMemory } from './idle-memory.ts'

/** A switch of branches goes on within this long after a folder of the inputs has gone, and ends within the other. In ms. */
const moment = 200
const longestMoment = 2000

/** Generates, and generates again what changes, one round after the other. */
export class WatchSession {
  readonly #flags: Flags
  readonly #host: Host
  readonly #watcher: FolderWatcher
  readonly #memory = new IdleMemory()
  readonly #run: PlanRun
  /** What may have changed since the last round began. */
  #touched = new Set<string>()
  #wake = (): void => {}
  /** The outputs without a source that were told of. */
  #orphans: ReadonlySet<string | undefined> = new Set()
  #failure: { readonly since: number; readonly text: string } | undefined

  constructor(plan: Plan, flags: Flags, host: Host) {
    this.#run = new PlanRun(plan, () => makePlan(flags, host))
    this.#flags = flags
    this.#host = host
    this.#watcher = new FolderWatcher({
      onTouched: (paths) => {
        for (const path of paths) this.#touched.add(path)
        this.#wake()
      },
      onFailure: (folder, error) => {
        const reason = error instanceof Error ? error.message : String(error)
        host.stderr(`warning: ${printable(folder)} cannot be watched: ${printable(reason)}\n`)
      },
    })
  }

  /** @throws UsageError when the first run cannot even begin. */
  async run(interrupted: Promise<void>): Promise<void> {
    let isOver = false
    const end = interrupted.then(() => {
      isOver = true
    })
    await this.#round(() => this.#run.refresh())
    try {
      while (!isOver) {
        if (this.#touched.size === 0) {
          this.#memory.rest()
          await Promise.race([end, this.#isTouched()])
          this.#memory.wake()
        }
        if (!isOver) await this.#tryRound()
      }
    } finally {
      this.#watcher.close()
    }
  }

  #isTouched(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Whatever goes wrong is said, and the next change is waited for. */
  async #tryRound(): Promise<void> {
    const touched = this.#takeTouched()
    try {
      await this.#round(() => this.#update(touched))
      this.#failure = undefined
    } catch (error) {
      this.#follow()
      await this.#fail(failureText(error))
    }
  }

  /** Says a failure once for all rounds in a row that end with it, and none that is over in a moment: git is at work. */
  async #fail(text: string): Promise<void> {
    if (text === this.#failure?.text) return
    const since = this.#failure?.since ?? performance.now()
    await sleep(moment)
    const isOver = performance.now() - since > longestMoment
    const isSaid = this.#touched.size === 0 || isOver
    this.#failure = { since, text: isSaid ? text : '' }
    if (isSaid) this.#host.stderr(text)
  }

  /** Does the work, says what was done, and follows what the work turned out to depend on. */
  async #round(work: () => Promise<GenerateResult | undefined>): Promise<void> {
    const start = performance.now()
    const result = await work()
    const milliseconds = performance.now() - start
    const watching = this.#follow()
    if (result === undefined) return
    const { inputs } = this.#run.plan
    const said = { ...result, diagnostics: [...result.diagnostics, ...this.#newOrphans()] }
    printRound(said, { flags: { ...this.#flags, inputs }, host: this.#host, milliseconds, watching })
  }

  #newOrphans(): GenerateResult['diagnostics'] {
    const { orphans } = this.#run
    const told = this.#orphans
    this.#orphans = new Set(orphans.map(({ path }) => path))
    return orphans.filter(({ path }) => !told.has(path))
  }

  /** What has to be done again, or everything when the config is another one. */
  async #update(touched: readonly string[]): Promise<GenerateResult | undefined> {
    const { lookedAt } = this.#run.plan.config
    const isConfigTouched = touched.some((path) => lookedAt.includes(path))
    const restarted = isConfigTouched ? await this.#run.reload() : undefined
    return restarted ?? this.#run.update(touched, () => this.#takeTouched())
  }

  /** Gives the number of files that are watched. */
  #follow(): number {
    const { trees, files, missing } = this.#run.targets
    this.#watcher.follow({ trees, files: [...files, ...this.#run.plan.config.lookedAt, ...missing] })
    return files.length
  }

  #takeTouched(): readonly string[] {
    const touched = [...this.#touched]
    this.#touched = new Set()
    return touched
  }
}
