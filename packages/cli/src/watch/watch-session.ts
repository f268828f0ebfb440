import { setImmediate as pause } from 'node:timers/promises'
import type { FileOutcome, GenerateResult, Generator } from '@ctxgen/codegen'
import { UsageError } from '@ctxgen/codegen/usage-error'
import type { Flags } from '../flags.ts'
import { mergeResults } from '../generate-all.ts'
import type { Host } from '../host.ts'
import { makePlan, type Plan } from '../plan.ts'
import { printRound } from '../report/print-round.ts'
import { printable } from '../report/printable.ts'
import { FolderWatcher } from './folder-watcher.ts'

/** Generates, and generates again what changes, one round after the other. */
export class WatchSession {
  readonly #flags: Flags
  readonly #host: Host
  readonly #watcher: FolderWatcher
  #plan: Plan
  #generators: readonly Generator[] = []
  /** What may have changed since the last round began. */
  #touched = new Set<string>()
  #wake = (): void => {}

  constructor(plan: Plan, flags: Flags, host: Host) {
    this.#plan = plan
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
    await this.#round(() => this.#start(this.#plan))
    try {
      while (!isOver) {
        if (this.#touched.size === 0) await Promise.race([end, this.#isTouched()])
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
      await this.#round(async () => (await this.#restart(touched)) ?? this.#update(touched))
    } catch (error) {
      this.#follow()
      const text = error instanceof Error ? error.message : String(error)
      const isUsage = error instanceof UsageError
      this.#host.stderr(
        `error: ${isUsage ? '' : 'ctxgen failed, which is a bug in ctxgen: '}${printable(text)}\n`,
      )
    }
  }

  /** Does the work, says what was done, and follows what the work turned out to depend on. */
  async #round(work: () => Promise<GenerateResult | undefined>): Promise<void> {
    const start = performance.now()
    const result = await work()
    const milliseconds = performance.now() - start
    const watching = this.#follow()
    if (result === undefined) return
    const { inputs } = this.#plan
    printRound(result, { flags: { ...this.#flags, inputs }, host: this.#host, milliseconds, watching })
  }

  async #start(plan: Plan): Promise<GenerateResult> {
    const { createGenerator } = await import('@ctxgen/codegen')
    const generators = plan.runs.map((options) => createGenerator(options))
    const results = generators.map((generator) => generator.run())
    this.#plan = plan
    this.#generators = generators
    return mergeResults(results)
  }

  /** Starts anew when the config is another one. */
  async #restart(touched: readonly string[]): Promise<GenerateResult | undefined> {
    const { lookedAt } = this.#plan.config
    if (!touched.some((path) => lookedAt.includes(path))) return undefined
    const plan = await makePlan(this.#flags, this.#host)
    return JSON.stringify(plan) === JSON.stringify(this.#plan) ? undefined : this.#start(plan)
  }

  /** What has to be done again; a change that comes in between is taken in before the rest. */
  async #update(touched: readonly string[]): Promise<GenerateResult | undefined> {
    const rounds = [this.#updateAll(touched)]
    while (this.#generators.some(({ waiting }) => waiting > 0)) {
      await pause()
      const more = this.#takeTouched()
      rounds.push(more.length > 0 ? this.#updateAll(more) : this.#generators.map((one) => one.resume()))
    }
    const results = rounds.flat().filter((result) => result !== undefined)
    if (results.length === 0) return undefined
    const { diagnostics } = mergeResults(this.#generators.map((one) => one.resume()))
    return { diagnostics, files: lastOutcomes(results) }
  }

  #updateAll(touched: readonly string[]): readonly (GenerateResult | undefined)[] {
    return this.#generators.map((generator) => generator.update(touched))
  }

  /** Gives the number of files that are watched. */
  #follow(): number {
    const all = this.#generators.map(({ dependencies }) => dependencies)
    const roots = all.flatMap((one) => one.roots)
    const trees = roots.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
    const single = roots.filter(({ kind }) => kind === 'file').map(({ path }) => path)
    const { lookedAt, path } = this.#plan.config
    const read = new Set([
      ...single,
      ...all.flatMap((one) => one.files),
      ...(path === undefined ? [] : [path]),
    ])
    this.#watcher.follow({
      trees: [...new Set(trees)],
      files: [...read, ...lookedAt, ...all.flatMap((one) => one.missing)],
    })
    return read.size
  }

  #takeTouched(): readonly string[] {
    const touched = [...this.#touched]
    this.#touched = new Set()
    return touched
  }
}

/** An output that was done twice in a round counts once, as written if it ever was. */
function lastOutcomes(results: readonly GenerateResult[]): readonly FileOutcome[] {
  const outcomes = new Map<string, FileOutcome>()
  for (const file of results.flatMap(({ files }) => files)) {
    if (file.outcome !== 'unchanged' || !outcomes.has(file.path)) outcomes.set(file.path, file)
  }
  return [...outcomes.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}
