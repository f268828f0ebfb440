import type { GenerateResult } from '@ctxgen/codegen'
import type { OpenApiReader } from '@ctxgen/codegen/openapi'

/** Files that are written from the code of an app. */
export interface AppOutput {
  /**
   * Reads the app again, if it depends on one of these files or folders.
   *
   * @returns whether anything has changed
   */
  read(touched: readonly string[]): boolean
  /** Writes what was read, and restores files that were removed. */
  write(): GenerateResult['files']
  /** Of the last time that it was read and written. */
  readonly diagnostics: GenerateResult['diagnostics']
  readonly dependencies: OpenApiReader['dependencies']
}

/** Keeps the documents and clients of a config's apps up to date. */
export class AppOutputs {
  readonly #outputs: readonly AppOutput[]

  constructor(outputs: readonly AppOutput[]) {
    this.#outputs = outputs
  }

  /** Reads every app, and restores files that were removed. @throws UsageError like `generateOpenApi` */
  refresh(): GenerateResult {
    for (const one of this.#outputs) {
      const { files, missing } = one.dependencies
      one.read([...files, ...missing])
    }
    return this.#written(this.#outputs)
  }

  /**
   * Reads the apps that depend on changed files; `undefined` if none does.
   *
   * @param touched files and folders that may have changed
   */
  update(touched: readonly string[]): GenerateResult | undefined {
    const changed = this.#outputs.filter((one) => one.read(touched))
    return changed.length === 0 ? undefined : this.#written(changed)
  }

  /** As of {@link OpenApiReader}, of all apps. */
  get dependencies(): OpenApiReader['dependencies'] {
    const all = this.#outputs.map(({ dependencies }) => dependencies)
    return {
      files: all.flatMap(({ files }) => files),
      missing: all.flatMap(({ missing }) => missing),
      trees: all.flatMap(({ trees }) => trees),
    }
  }

  /** The last diagnostics of each app, once each: a document and a client have the same for its code. */
  get diagnostics(): GenerateResult['diagnostics'] {
    const all = this.#outputs.flatMap(({ diagnostics }) => diagnostics)
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
  }

  #written(outputs: readonly AppOutput[]): GenerateResult {
    const files = outputs.flatMap((one) => one.write())
    return { files, diagnostics: this.diagnostics }
  }
}
