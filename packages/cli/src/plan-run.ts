import { setImmediate as pause } from 'node:timers/promises'
import type { FileOutcome, GenerateResult, Generator } from '@ctxgen/codegen'
import type { AppOutput, AppOutputs } from './app-outputs.ts'
import { hasErrors, mergeResults } from './generate-all.ts'
import type { Plan } from './plan.ts'

/** The projects of a plan, kept across rounds. A changed config is a new plan. */
export class PlanRun {
  readonly #makePlan: () => Promise<Plan>
  #plan: Plan
  #generators: readonly Generator[] = []
  /** `undefined` without apps in the config. */
  #ofApps: AppOutputs | undefined
  /** The last diagnostics of the app's routes, by generator. */
  #ofRoutes: readonly GenerateResult['diagnostics'][] = []

  constructor(plan: Plan, makePlan: () => Promise<Plan>) {
    this.#plan = plan
    this.#makePlan = makePlan
  }

  get plan(): Plan {
    return this.#plan
  }

  /** Regenerates whatever has changed, see `refresh` of the generator. @throws UsageError like `generate`. */
  async refresh(): Promise<GenerateResult> {
    if (this.#generators.length === 0) return this.#start(this.#plan)
    return this.#withApps(this.#generators.map((one) => one.refresh()))
  }

  /**
   * Reloads the config; returns `undefined` if the plan is unchanged.
   *
   * @param always starts again with an unchanged plan, too
   * @throws UsageError for an invalid config or missing inputs; the old plan stays.
   */
  async reload(always: boolean = false): Promise<GenerateResult | undefined> {
    const plan = await this.#makePlan()
    const isNew = JSON.stringify(plan) !== JSON.stringify(this.#plan)
    return isNew || always ? this.#start(plan) : undefined
  }

  async #start(plan: Plan): Promise<GenerateResult> {
    const { createGenerator } = await import('@ctxgen/codegen')
    const isDescribed = describesApps(plan)
    // Documents and clients report it, too.
    const generators = plan.runs.map((one) => createGenerator(isDescribed ? { ...one, apps: [] } : one))
    const results = generators.map((generator) => generator.refresh())
    this.#plan = plan
    this.#generators = generators
    this.#ofRoutes = []
    this.#ofApps = isDescribed ? await appsOf(plan) : undefined
    return this.#withApps(results)
  }

  /** Reads the apps after the binders that they call are written. */
  async #withApps(results: readonly GenerateResult[]): Promise<GenerateResult> {
    const binders = mergeResults(results)
    const ofApps = this.#ofApps?.refresh()
    await this.#checkRoutes()
    return {
      files: [...binders.files, ...(ofApps?.files ?? [])],
      diagnostics: this.#diagnosticsAfter(binders),
    }
  }

  /**
   * Regenerates what depends on the changed files; returns `undefined` if nothing does.
   *
   * @param takeTouched returns changes during the round, which take precedence over waiting sources
   */
  async update(
    touched: readonly string[],
    takeTouched: () => readonly string[],
  ): Promise<GenerateResult | undefined> {
    const rounds = [this.#updateAll(touched)]
    while (this.#generators.some(({ waiting }) => waiting > 0)) {
      await pause()
      const more = takeTouched()
      rounds.push(more.length > 0 ? this.#updateAll(more) : this.#generators.map((one) => one.resume()))
    }
    const results = rounds.flat().filter((result) => result !== undefined)
    const written = results.flatMap(({ files }) => files.map(({ path }) => path))
    const ofApps = this.#ofApps?.update([...touched, ...written])
    if (ofApps !== undefined) results.push(ofApps)
    const hasNews = await this.#checkRoutes()
    if (results.length === 0 && !hasNews) return undefined
    const binders = mergeResults(this.#generators.map((one) => one.resume()))
    return { diagnostics: this.#diagnosticsAfter(binders), files: lastOutcomes(results) }
  }

  /** Returns whether there is something to report: an error, or its end. */
  async #checkRoutes(): Promise<boolean> {
    const before = this.#ofRoutes
    const found = []
    for (const generator of this.#generators) found.push(await generator.checkRoutes())
    this.#ofRoutes = found.map((one, i) => one ?? before[i] ?? [])
    return found.some((one, i) => one !== undefined && one.length + (before[i]?.length ?? 0) > 0)
  }

  /** With old binders, an app has the same errors again and others that only follow from them. */
  #diagnosticsAfter(binders: GenerateResult): GenerateResult['diagnostics'] {
    if (hasErrors(binders)) return binders.diagnostics
    const ofApps = this.#ofApps?.diagnostics ?? []
    const causes = ofApps.some(isError) ? this.#readOrphans() : []
    return [...binders.diagnostics, ...(causes.length > 0 ? causes : ofApps), ...this.#ofRoutes.flat()]
  }

  /** Errors for binders without a source that an app still reads: nothing that they hold has a type. */
  #readOrphans(): GenerateResult['diagnostics'] {
    const read = new Set(this.#ofApps?.dependencies.files)
    return this.orphans
      .filter(({ path = '' }) => read.has(path))
      .map((orphan) => ({ ...orphan, severity: 'error' }))
  }

  #updateAll(touched: readonly string[]): readonly (GenerateResult | undefined)[] {
    return this.#generators.map((generator) => generator.update(touched))
  }

  /** A warning for each output without a source. */
  get orphans(): GenerateResult['diagnostics'] {
    return this.#generators.flatMap(({ orphans }) => orphans)
  }

  /** The files that the outputs depend on. */
  get targets(): PlanTargets {
    const all = this.#generators.map(({ dependencies }) => dependencies)
    const roots = all.flatMap((one) => one.roots)
    const { path } = this.#plan.config
    const ofApps = this.#ofApps?.dependencies
    return {
      trees: [
        ...new Set([
          ...roots.filter(({ kind }) => kind === 'folder').map((root) => root.path),
          ...(ofApps?.trees ?? []),
        ]),
      ],
      files: [
        ...new Set([
          ...roots.filter(({ kind }) => kind === 'file').map((root) => root.path),
          ...all.flatMap((one) => one.files),
          ...(ofApps?.files ?? []),
          ...(path === undefined ? [] : [path]),
        ]),
      ],
      missing: [...all.flatMap((one) => one.missing), ...(ofApps?.missing ?? [])],
      outputs: all.flatMap((one) => one.outputs),
    }
  }
}

function isError({ severity }: GenerateResult['diagnostics'][number]): boolean {
  return severity === 'error'
}

function describesApps({ config }: Plan): boolean {
  return config.projects.some(({ openapi, client }) => openapi !== undefined || client !== undefined)
}

/** Loaded on demand: few configs describe an app. */
async function appsOf({ config, runs }: Plan): Promise<AppOutputs> {
  const [{ cwd = config.folder } = {}] = runs
  const { AppOutputs } = await import('./app-outputs.ts')
  return new AppOutputs([...(await documentsOf(config, cwd)), ...(await clientsOf(config, cwd))])
}

async function documentsOf(config: Plan['config'], cwd: string): Promise<readonly AppOutput[]> {
  if (config.projects.every(({ openapi }) => openapi === undefined)) return []
  const { openApiRuns } = await import('./openapi/openapi-runs.ts')
  const { AsyncApiOutput, DocumentOutput } = await import('./openapi/document-output.ts')
  return openApiRuns(undefined, {}, config, { cwd }).flatMap((run) => [
    new DocumentOutput(run),
    ...(run.asyncapi === undefined ? [] : [new AsyncApiOutput(run, run.asyncapi)]),
  ])
}

async function clientsOf(config: Plan['config'], cwd: string): Promise<readonly AppOutput[]> {
  if (config.projects.every(({ client }) => client === undefined)) return []
  const { clientRuns } = await import('./client/client-runs.ts')
  const { ClientOutput } = await import('./client/client-output.ts')
  return clientRuns(undefined, {}, config, { cwd }).map((run) => new ClientOutput(run))
}

interface PlanTargets {
  /** Folders in which any new source, or a new declaration file, may count. */
  readonly trees: readonly string[]
  /** Sources, their imports, tsconfigs and the config. */
  readonly files: readonly string[]
  /** Failed lookups: paths that would matter if they appeared. */
  readonly missing: readonly string[]
  readonly outputs: readonly string[]
}

/** Counts an output once per round, as written if it was ever written. */
function lastOutcomes(results: readonly GenerateResult[]): readonly FileOutcome[] {
  const outcomes = new Map<string, FileOutcome>()
  for (const file of results.flatMap(({ files }) => files)) {
    if (file.outcome !== 'unchanged' || !outcomes.has(file.path)) outcomes.set(file.path, file)
  }
  return [...outcomes.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}
