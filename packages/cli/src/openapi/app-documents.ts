import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FileOutcome, GenerateResult } from '@ctxgen/codegen'
import { documentText, OpenApiReader, type OpenApiResult } from '@ctxgen/codegen/openapi'
import { writeAtomically } from '@ctxgen/codegen/write-atomically'
import type { OpenApiRun } from './openapi-runs.ts'

interface DescribedApp {
  readonly run: OpenApiRun
  readonly reader: OpenApiReader
  result: GenerateResult
}

const nothing: GenerateResult = { files: [], diagnostics: [] }

/** Keeps the documents of a config's apps up to date. */
export class AppDocuments {
  readonly #apps: readonly DescribedApp[]

  constructor(runs: readonly OpenApiRun[]) {
    this.#apps = runs.map((run) => ({ run, reader: new OpenApiReader(run.options), result: nothing }))
  }

  /** Describes every app. @throws UsageError like `generateOpenApi` */
  refresh(): GenerateResult {
    for (const app of this.#apps) describe(app, app.reader.files)
    return this.#merged()
  }

  /** Describes the apps that consist of changed files; `undefined` if none does. */
  update(touched: readonly string[]): GenerateResult | undefined {
    const concerned = this.#apps.filter(({ reader }) => reader.files.some((path) => touched.includes(path)))
    for (const app of concerned) describe(app, touched)
    return concerned.length === 0 ? undefined : this.#merged()
  }

  get files(): readonly string[] {
    return this.#apps.flatMap(({ reader }) => reader.files)
  }

  /** The diagnostics of the last description of each app. */
  get diagnostics(): GenerateResult['diagnostics'] {
    return this.#apps.flatMap(({ result }) => result.diagnostics)
  }

  #merged(): GenerateResult {
    return { files: this.#apps.flatMap(({ result }) => result.files), diagnostics: this.diagnostics }
  }
}

function describe(app: DescribedApp, touched: readonly string[]): void {
  const { documents, diagnostics } = app.reader.read(touched)
  app.result = { files: documents.flatMap((one) => write(one, app.run) ?? []), diagnostics }
}

function write(
  { output, document }: OpenApiResult['documents'][number],
  run: OpenApiRun,
): FileOutcome | undefined {
  const name = output ?? run.output
  if (name === undefined) return undefined
  const path = resolve(run.folder, name)
  const text = documentText(document, path)
  const isSame = existsSync(path) && readFileSync(path, 'utf8') === text
  if (!isSame) {
    mkdirSync(dirname(path), { recursive: true })
    writeAtomically(path, text)
  }
  return { path, sourcePath: run.source, outcome: isSame ? 'unchanged' : 'written' }
}
