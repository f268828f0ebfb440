import { setTimeout as sleep } from 'node:timers/promises'
import type { GenerateResult } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import type { Host, WatchState } from '../host.ts'
import { makePlan, type Plan } from '../plan.ts'
import { PlanRun } from '../plan-run.ts'
import { failureText } from '../report/failure-text.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'
import { printRound } from '../report/print-round.ts'
import { printableName } from '../report/printable.ts'
import { FolderWatcher } from './folder-watcher.ts'
import { IdleMemory } from './idle-memory.ts'

/** A branch switch continues within `moment` after an input folder disappears, and ends within `longestMoment`. In ms. */
const moment = 200
const longestMoment = 2000

/** Generates, then regenerates on changes, one round at a time. */
export class WatchSession {
  readonly #flags: Flags
  readonly #host: Host
  readonly #watcher: FolderWatcher
  readonly #memory = new IdleMemory()
  readonly #run: PlanRun
  /** Paths that may have changed since the last round started. */
  #touched = new Set<string>()
  #wake = (): void => {}
  /** Orphaned outputs already reported. */
  #orphans: ReadonlySet<string | undefined> = new Set()
  #state: WatchState = { busy: false, errors: 0, report: '' }
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
        host.stderr(`warning: ${printableName(folder)} cannot be watched: ${printableName(reason)}\n`)
      },
    })
  }

  /** @throws UsageError if the first round cannot start. */
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

  /** Reports any error, then waits for the next change. */
  async #tryRound(): Promise<void> {
    const touched = this.#takeTouched()
    try {
      await this.#round(() => this.#update(touched))
      this.#failure = undefined
    } catch (error) {
      this.#follow()
      const text = failureText(error)
      await this.#fail(text)
      this.#state = { busy: false, errors: 1, report: text }
      this.#host.tell?.(this.#state)
    }
  }

  /** Reports a failure once for consecutive rounds, and not if it passes in a moment, as during a git checkout. */
  async #fail(text: string): Promise<void> {
    if (text === this.#failure?.text) return
    const since = this.#failure?.since ?? performance.now()
    await sleep(moment)
    const isOver = performance.now() - since > longestMoment
    const isReported = this.#touched.size === 0 || isOver
    this.#failure = { since, text: isReported ? text : '' }
    if (isReported) this.#host.stderr(text)
  }

  /** Does the work, prints the result, and watches its dependencies. */
  async #round(work: () => Promise<GenerateResult | undefined>): Promise<void> {
    const start = performance.now()
    this.#host.tell?.({ ...this.#state, busy: true })
    const result = await work()
    const milliseconds = performance.now() - start
    const watching = this.#follow()
    if (result !== undefined) {
      const { inputs } = this.#run.plan
      const { orphans } = this.#run
      const isReported = ({ path }: RunDiagnostic): boolean =>
        result.diagnostics.some((one) => one.path === path)
      const news = this.#newOf(orphans).filter((orphan) => !isReported(orphan))
      const reported = { ...result, diagnostics: [...result.diagnostics, ...news] }
      const flags = { ...this.#flags, inputs }
      const hasOutputs = this.#run.targets.outputs.length > 0
      printRound(reported, { flags, host: this.#host, milliseconds, hasOutputs, watching })
      this.#state = this.#stateOf([
        ...result.diagnostics.filter(isError),
        ...orphans.filter((orphan) => !isReported(orphan)),
      ])
    }
    this.#host.tell?.(this.#state)
  }

  /** Of {@link Host.tell}, which needs it alone. */
  #stateOf(standing: GenerateResult['diagnostics']): WatchState {
    if (this.#host.tell === undefined) return this.#state
    let report = ''
    const host = { ...this.#host, stdout: () => {}, stderr: (text: string) => (report += text) }
    printDiagnostics(standing, { ...this.#flags, quiet: false, json: false }, host)
    return { busy: false, errors: standing.filter(isError).length, report }
  }

  #newOf(orphans: GenerateResult['diagnostics']): GenerateResult['diagnostics'] {
    const told = this.#orphans
    this.#orphans = new Set(orphans.map(({ path }) => path))
    return orphans.filter(({ path }) => !told.has(path))
  }

  /** Regenerates changed files, or everything after a change of the config. */
  async #update(touched: readonly string[]): Promise<GenerateResult | undefined> {
    const { lookedAt } = this.#run.plan.config
    const isConfigTouched = touched.some((path) => lookedAt.includes(path))
    // A config that is restored after a mistake changes nothing, but its error must not stay the last line.
    const hasFailed = this.#failure !== undefined
    const restarted = isConfigTouched ? await this.#run.reload(hasFailed) : undefined
    return restarted ?? this.#run.update(touched, () => this.#takeTouched())
  }

  /** Returns the number of watched files. */
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

type RunDiagnostic = GenerateResult['diagnostics'][number]

function isError({ severity }: RunDiagnostic): boolean {
  return severity === 'error'
}
