import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import type { BodyFormat } from '@ctxgen/codegen/client'
import type { App } from '@ctxgen/runtime'
import { transform } from 'esbuild'
import { describeClient } from '../../packages/codegen/src/client/generate-client.ts'
import { requestOf } from '../../packages/codegen/src/openapi/generate-openapi.ts'
import { openApps } from '../../packages/codegen/src/openapi/read/app-project.ts'
import { boundFields, type DtoModel } from '../reference/model.ts'
import { printModule } from '../reference/print-dto.ts'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'

/** An app with a route for each DTO, and its clients. */
export interface CompiledClient {
  /** Of the client's modules, by format: `json.js`. */
  readonly folder: string
  readonly app: App
  /** The value that the last request was bound to. */
  readonly seen: { value: unknown }
  /** The functions of the client that prefers a format. */
  readonly clients: ReadonlyMap<BodyFormat, Readonly<Record<string, unknown>>>
}

/** Opens the clients of an app in another runtime; those that it gives call there. */
export type OpenElsewhere = (compiled: CompiledClient, url: string) => Promise<CompiledClient>

/** The sources of an app. */
export interface PrintApp {
  readonly dtos: (dtos: readonly DtoModel[]) => string
  readonly app: (dtos: readonly DtoModel[]) => string
}

export const allFormats: readonly BodyFormat[] = ['json', 'urlencoded', 'multipart', 'xml', 'msgpack', 'cbor']

/** A folder for generated binders, apps and clients, removed by `close()`. */
export class ClientCompiler {
  readonly #path: string
  #modules = 0

  constructor() {
    this.#path = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-client-')))
    mkdirSync(join(this.#path, '.git'))
    mkdirSync(join(this.#path, 'node_modules/@ctxgen'), { recursive: true })
    symlinkSync(join(root, 'packages/runtime'), join(this.#path, 'node_modules/@ctxgen/runtime'), 'junction')
    symlinkSync(join(root, 'node_modules/@types'), join(this.#path, 'node_modules/@types'), 'junction')
    writeFileSync(join(this.#path, 'package.json'), '{ "private": true, "type": "module" }')
  }

  /** @throws Error if a DTO or the app is refused. */
  async compile(
    dtos: readonly DtoModel[],
    formats: readonly BodyFormat[] = allFormats,
    print: PrintApp = { dtos: printModule, app: appText },
  ): Promise<CompiledClient> {
    const folder = join(this.#path, `m${this.#modules++}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'dto.ts'), print.dtos(dtos))
    writeFileSync(join(folder, 'app.ts'), print.app(dtos))
    const generated = await generate({ inputs: [folder], cwd: this.#path })
    refuseErrors(generated.diagnostics)
    const options = { app: join(folder, 'app.ts'), cwd: this.#path }
    const opened = openApps({ ...requestOf(options), isLight: true })
    for (const format of formats) {
      const output = join(folder, `${format}.ts`)
      const result = describeClient({ ...options, output, body: [format] }, opened)
      refuseErrors(result.diagnostics)
      for (const { path, text } of result.files) writeFileSync(path, text)
    }
    for (const name of ['dto', 'dto.bind', 'app', ...formats]) await transpile(join(folder, name))
    const { app, seen } = await importFrom(folder, 'app')
    const clients = new Map<BodyFormat, Readonly<Record<string, unknown>>>()
    for (const format of formats) clients.set(format, await importFrom(folder, format))
    return { folder, app: app as App, seen: seen as { value: unknown }, clients }
  }

  /** The compiler's errors for the latest clients, under the strictest flags. */
  typeErrors(formats: readonly BodyFormat[] = allFormats): Promise<readonly string[]> {
    const folder = join(this.#path, `m${this.#modules - 1}`)
    const tsconfig = join(folder, 'tsconfig.json')
    const files = formats.map((format) => `${format}.ts`)
    writeFileSync(tsconfig, JSON.stringify({ extends: join(root, 'fixtures/tsconfig.json'), include: files }))
    return compileErrors(tsconfig)
  }

  close(): void {
    rmSync(this.#path, { recursive: true, force: true })
  }
}

function refuseErrors(
  diagnostics: readonly { readonly severity: string; readonly code: string; readonly message: string }[],
): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'))
}

/** One route for each DTO, with the parameters that it has. */
function appText(dtos: readonly DtoModel[]): string {
  const names = dtos.map(({ name }) => name)
  const routes = dtos.map((dto) => {
    const params = boundFields(dto, 'uri').map(({ key }) => `/:${key}`)
    const bind = dto.isBody ? `c.bind().body(${dto.name})` : `c.bind().all(${dto.name})`
    return `app.post('/${dto.name}${params.join('')}', (c) => {
  seen.value = ${bind}
  c.sendStatus(204)
}).name('send${dto.name}')`
  })
  return `import { App } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { ${names.join(', ')} } from './dto.bind.js'

export const seen: { value: unknown } = { value: undefined }
export const app = new App({ msgPack: msgpack(), cbor: cbor() })
${routes.join('\n')}
`
}

async function transpile(path: string): Promise<void> {
  const { code } = await transform(readFileSync(`${path}.ts`, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'es2022',
  })
  writeFileSync(`${path}.js`, code)
}

function importFrom(folder: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(join(folder, `${name}.js`)).href)
}
