import { slashed } from '../parse/source-files.ts'
import { describeApp, requestOf } from './generate-openapi.ts'
import type { OpenApiOptions, OpenApiResult } from './openapi-options.ts'
import { type AppProject, openApps, reopenApps } from './read/app-project.ts'

/** Describes an app again after changes, with the files that did not change already parsed. */
export class OpenApiReader {
  readonly #options: OpenApiOptions
  #opened: AppProject | undefined
  #isLight = true

  constructor(options: OpenApiOptions) {
    this.#options = options
  }

  /** @param touched absolute paths that may have changed @throws UsageError like `generateOpenApi` */
  read(touched: readonly string[] = []): OpenApiResult {
    const result = this.#describe(touched)
    // As in `generateOpenApi`: types that were left out may be all that is missing.
    if (result.documents.length > 0 || !this.#isLight) return result
    this.#isLight = false
    this.#opened = undefined
    return this.#describe([])
  }

  #describe(touched: readonly string[]): OpenApiResult {
    this.#opened =
      this.#opened === undefined
        ? openApps({ ...requestOf(this.#options), isLight: this.#isLight })
        : reopenApps(this.#opened, touched)
    return describeApp(this.#options, this.#opened)
  }

  /** The files of the project that the app consists of. */
  get files(): readonly string[] {
    const { program } = this.#opened?.project ?? {}
    const all = program?.getSourceFiles().map(({ fileName }) => slashed(fileName)) ?? []
    return all.filter((path) => !/\/(node_modules|__ctxgen__)\//.test(path))
  }
}
