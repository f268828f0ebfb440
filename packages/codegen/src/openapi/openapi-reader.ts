import { existsSync } from 'node:fs'
import { ts } from 'ts-morph'
import { describeApp, requestOf } from './generate-openapi.ts'
import { manifestPlaces, readInfo } from './manifest-info.ts'
import type { OpenApiOptions, OpenApiResult } from './openapi-options.ts'
import type { AppDependencies } from './read/app-project.ts'
import { AppReader } from './read/app-reader.ts'

/** Describes an app again after changes, with what did not change already parsed and typed. */
export class OpenApiReader {
  readonly #options: OpenApiOptions
  readonly #app: AppReader<OpenApiResult>
  /** Title and version of the package, as text. */
  #info = ''

  constructor(options: OpenApiOptions) {
    this.#options = options
    this.#app = new AppReader(
      requestOf(options),
      (opened) => describeApp(options, opened),
      ({ documents }) => documents.length > 0,
    )
  }

  /**
   * @param touched absolute paths of files and folders that may have changed
   * @returns `undefined` if nothing has changed since the last time
   * @throws UsageError like `generateOpenApi`; the next call starts from scratch
   */
  read(touched: readonly string[] = []): OpenApiResult | undefined {
    const info = JSON.stringify(readInfo(this.#options, ts.sys))
    const result = this.#app.read(touched, info !== this.#info)
    if (result !== undefined) this.#info = info
    return result
  }

  /** The files behind the last result, and those that would matter if they appeared. */
  get dependencies(): AppDependencies {
    const { files, missing, trees } = this.#app.dependencies
    const manifests = manifestPlaces(this.#options)
    const nearest = manifests.findIndex((path) => existsSync(path))
    return {
      files: [...files, ...manifests.slice(nearest, nearest + 1)],
      missing: [...missing, ...manifests.slice(0, nearest)],
      trees,
    }
  }
}
