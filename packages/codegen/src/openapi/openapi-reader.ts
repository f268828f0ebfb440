import { existsSync } from 'node:fs'
import { ts } from 'ts-morph'
import { describeApp, requestOf } from './generate-openapi.ts'
import { manifestPlaces, readInfo } from './manifest-info.ts'
import type { OpenApiOptions, OpenApiResult } from './openapi-options.ts'
import {
  type AppDependencies,
  type AppProject,
  dependenciesOf,
  openApps,
  reopenApps,
} from './read/app-project.ts'

/** Describes an app again after changes, with what did not change already parsed and typed. */
export class OpenApiReader {
  readonly #options: OpenApiOptions
  #opened: AppProject | undefined
  /** Title and version of the package, as text. */
  #info = ''
  #isLight = true
  #dependencies: AppDependencies = { files: [], missing: [], trees: [] }

  constructor(options: OpenApiOptions) {
    this.#options = options
  }

  /**
   * @param touched absolute paths of files and folders that may have changed
   * @returns `undefined` if nothing has changed since the last time
   * @throws UsageError like `generateOpenApi`; the next call starts from scratch
   */
  read(touched: readonly string[] = []): OpenApiResult | undefined {
    const before = this.#opened
    const info = JSON.stringify(readInfo(this.#options, ts.sys))
    this.#opened = undefined
    const opened = (before && reopenApps(before, touched)) ?? this.#open()
    if (opened === before && info === this.#info) {
      this.#opened = opened
      return undefined
    }
    const result = this.#describe(opened)
    this.#info = info
    if (result.documents.length > 0 || !this.#isLight) return result
    // As in `generateOpenApi`: types that were left out may be all that is missing.
    this.#isLight = false
    return this.#describe(this.#open())
  }

  #open(): AppProject {
    return openApps({ ...requestOf(this.#options), isLight: this.#isLight })
  }

  #describe(opened: AppProject): OpenApiResult {
    this.#dependencies = dependenciesOf(opened)
    const result = describeApp(this.#options, opened)
    this.#opened = opened
    return result
  }

  /** The files behind the last result, and those that would matter if they appeared. */
  get dependencies(): AppDependencies {
    const { files, missing, trees } = this.#dependencies
    const manifests = manifestPlaces(this.#options)
    const nearest = manifests.findIndex((path) => existsSync(path))
    return {
      files: [...files, ...manifests.slice(nearest, nearest + 1)],
      missing: [...missing, ...manifests.slice(0, nearest)],
      trees,
    }
  }
}
