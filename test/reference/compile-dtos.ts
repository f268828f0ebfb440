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
import { transform } from 'esbuild'
import { root } from '../support/fixture-folders.ts'
import { checkedErrors } from '../support/strict-compile.ts'
import type { DtoModel } from './model.ts'
import { printModule } from './print-dto.ts'

/** A DTO and its generated functions. */
export interface CompiledDto {
  readonly dto: DtoModel
  readonly functions: Readonly<Record<string, unknown>>
}

/** An output folder of the real generator, removed by `close()`. */
export class DtoCompiler {
  private readonly path: string
  private modules = 0

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-reference-')))
    mkdirSync(join(this.path, '.git'))
    mkdirSync(join(this.path, 'node_modules/@ctxgen'), { recursive: true })
    symlinkSync(join(root, 'packages/runtime'), join(this.path, 'node_modules/@ctxgen/runtime'), 'junction')
    symlinkSync(join(root, 'node_modules/@types'), join(this.path, 'node_modules/@types'), 'junction')
    writeFileSync(join(this.path, 'package.json'), '{ "private": true, "type": "module" }')
  }

  /** Generates, transpiles and imports. @throws if the generator refuses a DTO. */
  async compile(groups: readonly (readonly DtoModel[])[]): Promise<readonly CompiledDto[]> {
    const folder = `m${this.modules++}`
    mkdirSync(join(this.path, folder))
    const names = groups.map((dtos, i) => {
      writeFileSync(join(this.path, folder, `d${i}.ts`), printModule(dtos))
      return `d${i}`
    })
    const { diagnostics } = await generate({ inputs: [folder], cwd: this.path })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length > 0)
      throw new Error(`${errors.map(({ code, message }) => `${code} ${message}`).join('\n')}`)
    const compiled = groups.map(async (dtos, i) => {
      const functions = await this.load(join(this.path, folder, names[i] ?? ''))
      return dtos.map((dto) => ({ dto, functions }))
    })
    return (await Promise.all(compiled)).flat()
  }

  /** The compiler's errors for the latest output, under the strictest flags. */
  typeErrors(): Promise<readonly string[]> {
    const folder = join(this.path, `m${this.modules - 1}`)
    const tsconfig = join(folder, 'tsconfig.json')
    // Some of the DTOs hold enums.
    const compilerOptions = { erasableSyntaxOnly: false }
    const strictest = join(root, 'fixtures/tsconfig.json')
    writeFileSync(tsconfig, JSON.stringify({ extends: strictest, compilerOptions, include: ['*.ts'] }))
    return checkedErrors(tsconfig)
  }

  /** The output of the last DTO compiled alone. */
  lastOutput(): string {
    return readFileSync(join(this.path, `m${this.modules - 1}`, 'd0.bind.ts'), 'utf8')
  }

  close(): void {
    rmSync(this.path, { recursive: true, force: true })
  }

  private async load(path: string): Promise<Readonly<Record<string, unknown>>> {
    for (const name of [path, `${path}.bind`]) {
      const { code } = await transform(readFileSync(`${name}.ts`, 'utf8'), {
        loader: 'ts',
        format: 'esm',
        sourcefile: `${name}.ts`,
      })
      writeFileSync(`${name}.js`, code)
    }
    return import(pathToFileURL(`${path}.bind.js`).href)
  }
}
