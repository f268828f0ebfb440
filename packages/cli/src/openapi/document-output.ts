import { resolve } from 'node:path'
import type { GenerateResult } from '@ctxgen/codegen'
import {
  AsyncApiReader,
  type AsyncApiResult,
  documentText,
  OpenApiReader,
  type OpenApiResult,
} from '@ctxgen/codegen/openapi'
import { saveDocument } from '@ctxgen/codegen/openapi-cached'
import type { AppOutput } from '../app-outputs.ts'
import type { OpenApiRun } from './openapi-runs.ts'

/** The documents of an app. */
export class DocumentOutput implements AppOutput {
  readonly #run: OpenApiRun
  readonly #reader: OpenApiReader
  #last: Pick<OpenApiResult, 'documents' | 'diagnostics'> = { documents: [], diagnostics: [] }
  #ofSaving: GenerateResult['diagnostics'] = []

  constructor(run: OpenApiRun) {
    this.#run = run
    this.#reader = new OpenApiReader(run.options)
  }

  read(touched: readonly string[]): boolean {
    const result = this.#reader.read(touched)
    if (result !== undefined) this.#last = result
    return result !== undefined
  }

  write(): GenerateResult['files'] {
    const { folder, output, source, options } = this.#run
    const results = this.#last.documents.flatMap((one) => {
      const name = one.output ?? output
      if (name === undefined) return []
      const path = resolve(folder, name)
      return saveDocument({ path, sourcePath: source, text: documentText(one.document, path) }, options.cwd)
    })
    this.#ofSaving = results.flatMap(({ diagnostics }) => diagnostics)
    return results.flatMap(({ outcomes }) => outcomes)
  }

  get diagnostics(): GenerateResult['diagnostics'] {
    return [...this.#last.diagnostics, ...this.#ofSaving]
  }

  get dependencies(): OpenApiReader['dependencies'] {
    return this.#reader.dependencies
  }
}

/** The AsyncAPI document of an app. */
export class AsyncApiOutput implements AppOutput {
  readonly #run: OpenApiRun
  readonly #path: string
  readonly #reader: AsyncApiReader
  #last: AsyncApiResult = { document: undefined, diagnostics: [] }
  #ofSaving: GenerateResult['diagnostics'] = []

  constructor(run: OpenApiRun, path: string) {
    this.#run = run
    this.#path = path
    this.#reader = new AsyncApiReader(run.options)
  }

  read(touched: readonly string[]): boolean {
    const result = this.#reader.read(touched)
    if (result !== undefined) this.#last = result
    return result !== undefined
  }

  write(): GenerateResult['files'] {
    const { document } = this.#last
    if (document === undefined) return []
    const text = documentText(document, this.#path)
    const file = { path: this.#path, sourcePath: this.#run.source, text }
    const { outcomes, diagnostics } = saveDocument(file, this.#run.options.cwd)
    this.#ofSaving = diagnostics
    return outcomes
  }

  get diagnostics(): GenerateResult['diagnostics'] {
    return [...this.#last.diagnostics, ...this.#ofSaving]
  }

  get dependencies(): AsyncApiReader['dependencies'] {
    return this.#reader.dependencies
  }
}
