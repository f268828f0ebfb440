import type { GenerateResult } from '@ctxgen/codegen'
import { ClientReader, type ClientResult, isSameClient, saveClient } from '@ctxgen/codegen/client'
import type { AppOutput } from '../app-outputs.ts'
import type { ClientRun } from './client-runs.ts'

/** The client of an app. */
export class ClientOutput implements AppOutput {
  readonly #run: ClientRun
  readonly #reader: ClientReader
  #last: ClientResult = { files: [], operations: 0, diagnostics: [] }
  #ofSaving: GenerateResult['diagnostics'] = []

  constructor(run: ClientRun) {
    this.#run = run
    this.#reader = new ClientReader(run.options)
  }

  read(touched: readonly string[]): boolean {
    const result = this.#reader.read(touched)
    if (result !== undefined) this.#last = result
    return result !== undefined
  }

  write(): GenerateResult['files'] {
    const { source, options } = this.#run
    const results = this.#last.files.map((file) =>
      saveClient({ ...file, sourcePath: source }, options.cwd, isSameClient),
    )
    this.#ofSaving = results.flatMap(({ diagnostics }) => diagnostics)
    return results.flatMap(({ outcomes }) => outcomes)
  }

  get diagnostics(): GenerateResult['diagnostics'] {
    return [...this.#last.diagnostics, ...this.#ofSaving]
  }

  get dependencies(): ClientReader['dependencies'] {
    return this.#reader.dependencies
  }
}
