import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { Disk } from '../disk/recorded-disk.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import { UsageError } from '../input/usage-error.ts'
import { diagnoseMissing, missingParameters } from './document/missing-parameters.ts'
import { readOperations, requestOf, unique } from './generate-openapi.ts'
import type { OpenApiOptions } from './openapi-options.ts'
import {
  type AppDependencies,
  type AppProject,
  dependenciesOf,
  openApps,
  reopenApps,
} from './read/app-project.ts'

/** Reads an app for the route parameters that its binders lack, again after changes. */
export class RouteReader {
  readonly #options: OpenApiOptions
  readonly #disk: Disk | undefined
  #opened: AppProject | undefined

  /** @param app absolute, with `#name` for one of several exports */
  constructor(app: string, options: GenerateOptions, disk: Disk | undefined) {
    this.#options = { ...options, app }
    this.#disk = disk
  }

  /**
   * @param touched absolute paths of files and folders that may have changed
   * @param sources those whose DTOs are checked, in the compiler's form
   */
  read(touched: readonly string[], sources: ReadonlySet<string>): readonly Diagnostic[] {
    const opened = this.#open(touched)
    if (opened === undefined) return []
    this.#opened = opened
    const missing = readOperations(this.#options, opened).operations.flatMap(missingParameters)
    return unique(missing.filter(({ use }) => sources.has(use.module.path)).map(diagnoseMissing))
  }

  /** Nothing without the runtime, whose declarations identify an app. */
  #open(touched: readonly string[]): AppProject | undefined {
    const disk = this.#disk === undefined ? {} : { disk: this.#disk }
    try {
      const again = this.#opened && reopenApps(this.#opened, touched)
      return again ?? openApps({ ...requestOf(this.#options), ...disk, isLight: true })
    } catch (error) {
      if (error instanceof UsageError) return undefined
      throw error
    }
  }

  get dependencies(): AppDependencies {
    return this.#opened === undefined ? { files: [], missing: [], trees: [] } : dependenciesOf(this.#opened)
  }
}
