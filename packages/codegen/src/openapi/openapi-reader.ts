import { existsSync } from 'node:fs'
import { ts } from 'ts-morph'
import { type AsyncApiOptions, type AsyncApiResult, describeAsyncApi } from './generate-asyncapi.ts'
import { describeApp, requestOf } from './generate-openapi.ts'
import { manifestPlaces, readInfo } from './manifest-info.ts'
import type { OpenApiOptions, OpenApiResult } from './openapi-options.ts'
import type { AppDependencies, AppProject } from './read/app-project.ts'
import { AppReader } from './read/app-reader.ts'

/** Describes an app again after changes, with what did not change already parsed and typed. */
class DocumentReader<R> {
  readonly #options: AsyncApiOptions
  readonly #app: AppReader<R>
  /** Title and version of the package, as text. */
  #info = ''

  protected constructor(
    options: AsyncApiOptions,
    describe: (opened: AppProject) => R,
    isWhole: (result: R) => boolean,
  ) {
    this.#options = options
    this.#app = new AppReader(requestOf(options), describe, isWhole)
  }

  /**
   * @param touched absolute paths of files and folders that may have changed
   * @returns `undefined` if nothing has changed since the last time
   * @throws UsageError like `generateOpenApi`; the next call starts from scratch
   */
  read(touched: readonly string[] = []): R | undefined {
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

export class OpenApiReader extends DocumentReader<OpenApiResult> {
  constructor(options: OpenApiOptions) {
    super(
      options,
      (opened) => describeApp(options, opened),
      ({ documents }) => documents.length > 0,
    )
  }
}

export class AsyncApiReader extends DocumentReader<AsyncApiResult> {
  constructor(options: AsyncApiOptions) {
    super(
      options,
      (opened) => describeAsyncApi(options, opened),
      ({ document }) => document !== undefined,
    )
  }
}
