import {
  type AppDependencies,
  type AppProject,
  type AppRequest,
  dependenciesOf,
  openApps,
  reopenApps,
} from './app-project.ts'

/** Reads an app again after changes, with what did not change already parsed and typed. */
export class AppReader<R> {
  readonly #request: AppRequest
  readonly #describe: (opened: AppProject) => R
  readonly #isWhole: (result: R) => boolean
  #opened: AppProject | undefined
  #isLight = true
  #dependencies: AppDependencies = { files: [], missing: [], trees: [] }

  /** @param isWhole whether nothing was missing; else the types of browsers and of node are read, too */
  constructor(request: AppRequest, describe: (opened: AppProject) => R, isWhole: (result: R) => boolean) {
    this.#request = request
    this.#describe = describe
    this.#isWhole = isWhole
  }

  /**
   * @param touched absolute paths of files and folders that may have changed
   * @param isForced whether to describe it even if nothing has changed
   * @returns `undefined` if nothing has changed since the last time
   * @throws UsageError if the app or `@ctxgen/runtime` does not exist; the next call starts from scratch
   */
  read(touched: readonly string[], isForced = false): R | undefined {
    const before = this.#opened
    this.#opened = undefined
    const opened = (before && reopenApps(before, touched)) ?? this.#open()
    if (opened === before && !isForced) {
      this.#opened = opened
      return undefined
    }
    const result = this.#described(opened)
    if (this.#isWhole(result) || !this.#isLight) return result
    // Types that were left out may be all that is missing.
    this.#isLight = false
    return this.#described(this.#open())
  }

  #open(): AppProject {
    return openApps({ ...this.#request, isLight: this.#isLight })
  }

  #described(opened: AppProject): R {
    this.#dependencies = dependenciesOf(opened)
    const result = this.#describe(opened)
    this.#opened = opened
    return result
  }

  /** The files behind the last result, and those that would matter if they appeared. */
  get dependencies(): AppDependencies {
    return this.#dependencies
  }
}
