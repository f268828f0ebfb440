import { resolve } from 'node:path'
import type { GenerateResult } from '@ctxgen/codegen'
import { documentText, OpenApiReader, type OpenApiResult } from '@ctxgen/codegen/openapi'
import { saveDocument } from '@ctxgen/codegen/openapi-cached'
import type { OpenApiRun } from './openapi-runs.ts'

interface DescribedApp {
  readonly run: OpenApiRun
  readonly reader: OpenApiReader
  last: Pick<OpenApiResult, 'documents' | 'diagnostics'>
  /** Of the last time that its documents were written. */
  faults: GenerateResult['diagnostics']
}

const nothing: DescribedApp['last'] = { documents: [], diagnostics: [] }

/** Keeps the documents of a config's apps up to date. */
export class AppDocuments {
  readonly #apps: readonly DescribedApp[]

  constructor(runs: readonly OpenApiRun[]) {
    this.#apps = runs.map((run) => ({
      run,
      reader: new OpenApiReader(run.options),
      last: nothing,
      faults: [],
    }))
  }

  /** Describes every app, and restores documents that were removed. @throws UsageError like `generateOpenApi` */
  refresh(): GenerateResult {
    for (const app of this.#apps) {
      const { files, missing } = app.reader.dependencies
      readAgain(app, [...files, ...missing])
    }
    return this.#written(this.#apps)
  }

  /**
   * Describes the apps that depend on changed files; `undefined` if none does.
   *
   * @param touched files and folders that may have changed
   */
  update(touched: readonly string[]): GenerateResult | undefined {
    const changed = this.#apps.filter((app) => readAgain(app, touched))
    return changed.length === 0 ? undefined : this.#written(changed)
  }

  /** As of {@link OpenApiReader}, of all apps. */
  get dependencies(): OpenApiReader['dependencies'] {
    const all = this.#apps.map(({ reader }) => reader.dependencies)
    return {
      files: all.flatMap(({ files }) => files),
      missing: all.flatMap(({ missing }) => missing),
      trees: all.flatMap(({ trees }) => trees),
    }
  }

  /** The diagnostics of the last description of each app. */
  get diagnostics(): GenerateResult['diagnostics'] {
    return this.#apps.flatMap(({ last, faults }) => [...last.diagnostics, ...faults])
  }

  #written(apps: readonly DescribedApp[]): GenerateResult {
    const files = apps.flatMap(writeDocuments)
    return { files, diagnostics: this.diagnostics }
  }
}

/** @returns whether anything has changed */
function readAgain(app: DescribedApp, touched: readonly string[]): boolean {
  const result = app.reader.read(touched)
  if (result !== undefined) app.last = result
  return result !== undefined
}

function writeDocuments(app: DescribedApp): GenerateResult['files'] {
  const { folder, output, source, options } = app.run
  const results = app.last.documents.flatMap((one) => {
    const name = one.output ?? output
    if (name === undefined) return []
    const path = resolve(folder, name)
    return saveDocument({ path, sourcePath: source, text: documentText(one.document, path) }, options.cwd)
  })
  app.faults = results.flatMap(({ diagnostics }) => diagnostics)
  return results.flatMap(({ outcomes }) => outcomes)
}
