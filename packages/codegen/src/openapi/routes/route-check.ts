import { resolve } from 'node:path'
import { ts } from 'ts-morph'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import { findProjectRoot } from '../../disk/project-root.ts'
import type { Disk } from '../../disk/recorded-disk.ts'
import type { InputRoot } from '../../input/find-inputs.ts'
import type { GenerateOptions } from '../../input/generate-options.ts'
import { slashed, withRealPaths } from '../../parse/project/source-files.ts'
import { Tsconfigs } from '../../parse/project/tsconfigs.ts'
import type { UriNames } from '../document/uri-names.ts'
import type { RouteReader } from '../route-reader.ts'
import { appEntries } from './app-entries.ts'
import { AppModules } from './app-modules.ts'
import { isSuspect } from './suspect-routes.ts'

/** A source of the run, with the route parameters that its binders need. */
export interface CheckedSource {
  readonly sourcePath: string
  readonly outputPath: string
  readonly uriNames: ReadonlyMap<string, UriNames>
}

/** The sources of a run, and its inputs. */
export interface CheckedRun {
  readonly sources: readonly CheckedSource[]
  readonly roots: readonly InputRoot[]
}

/**
 * Compares the paths of an app's routes with the `@uri` names of the DTOs that its handlers bind. A suspicion from the syntax
 * makes it read the app as `ctxgen openapi` does, and only what that reading finds is reported.
 */
export class RouteCheck {
  readonly #options: GenerateOptions
  readonly #disk: Disk
  readonly #isRecorded: boolean
  #tsconfigs: Tsconfigs
  #modules: AppModules
  /** Readers of the suspect apps, by app. */
  #readers = new Map<string, RouteReader>()
  /** Paths that have changed since the readers read. */
  #touched: string[] = []
  #needed = ''

  /** @param disk Default: the real disk. */
  constructor(options: GenerateOptions, disk?: Disk) {
    this.#options = options
    this.#disk = disk ?? ts.sys
    this.#isRecorded = disk !== undefined
    this.#tsconfigs = this.#openTsconfigs()
    this.#modules = this.#openModules()
  }

  #openTsconfigs(): Tsconfigs {
    const { project: tsconfig, base = '.' } = this.#options
    const path = tsconfig === undefined ? undefined : resolve(this.#cwd, base, tsconfig)
    return new Tsconfigs({ cwd: this.#cwd, tsconfig: path, disk: this.#disk })
  }

  #openModules(): AppModules {
    return new AppModules({ disk: this.#disk, optionsOf: (path) => this.#tsconfigs.optionsOf(path) })
  }

  get #cwd(): string {
    return resolve(this.#options.cwd ?? process.cwd())
  }

  /**
   * @param touched absolute paths of files and folders that may have changed since the last time
   * @returns `undefined` if nothing has changed since
   */
  async check(run: CheckedRun, touched: readonly string[]): Promise<readonly Diagnostic[] | undefined> {
    const names = withRealPaths(touched)
    const needed = JSON.stringify(run.sources.map((one) => [one.sourcePath, ...one.uriNames]))
    this.#touched.push(...names)
    const isTouched = this.#forget(names) || (this.#readers.size > 0 && names.length > 0)
    if (needed === this.#needed && !isTouched) return undefined
    this.#needed = needed
    const found: Diagnostic[] = []
    for (const app of this.#apps(run)) found.push(...(await this.#checkApp(app, run)))
    this.#touched = []
    return found
  }

  #forget(names: readonly string[]): boolean {
    if (names.some((path) => this.#tsconfigs.has(path))) {
      this.#tsconfigs = this.#openTsconfigs()
      this.#modules = this.#openModules()
      return true
    }
    return this.#modules.forget(names)
  }

  #apps({ roots, sources }: CheckedRun): readonly string[] {
    if (sources.every(({ uriNames }) => uriNames.size === 0)) return []
    const { apps, base = '.' } = this.#options
    if (apps !== undefined) return apps.map((app) => resolve(this.#cwd, base, app))
    return appEntries(roots, findProjectRoot(this.#cwd), this.#modules, this.#disk)
  }

  async #checkApp(app: string, { sources }: CheckedRun): Promise<readonly Diagnostic[]> {
    const [path = ''] = app.split('#')
    const needed = new Map(sources.map((one) => [slashed(one.outputPath), one.uriNames]))
    if (!isSuspect(this.#modules.reachedFrom(path), this.#modules, needed)) {
      this.#readers.delete(app)
      return []
    }
    const { RouteReader } = await import('../route-reader.ts')
    const disk = this.#isRecorded ? this.#disk : undefined
    const reader = this.#readers.get(app) ?? new RouteReader(app, this.#options, disk)
    this.#readers.set(app, reader)
    return reader.read(this.#touched, new Set(sources.map(({ sourcePath }) => slashed(sourcePath))))
  }

  /** The files that the result depends on, and failed lookups. */
  get dependencies(): { readonly files: readonly string[]; readonly missing: readonly string[] } {
    const { found, missing } = this.#tsconfigs.paths
    const all = [this.#modules, ...this.#readers.values()].map(({ dependencies }) => dependencies)
    return {
      files: [...all.flatMap(({ files }) => files), ...found],
      missing: [...all.flatMap((one) => one.missing), ...missing],
    }
  }
}
