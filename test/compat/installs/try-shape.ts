import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../support/fixture-folders.ts'
import { runIn, writeFiles } from './project-folder.ts'
import type { Shape } from './shapes.ts'

const compilers: Readonly<Record<string, string>> = {
  '5.9': fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url)),
  '7': join(root, 'node_modules/typescript/bin/tsc'),
}
const node = process.execPath

/** Generates, compiles and runs a project of this shape in a folder that has the packages. @throws Error */
export async function tryShape({ type, options, extension, only }: Shape, folder: string): Promise<void> {
  for (const name of ['src', 'dist']) rmSync(join(folder, name), { recursive: true, force: true })
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
    ...options,
  }
  writeFiles(folder, {
    ...sources(extension),
    'package.json': JSON.stringify({ private: true, type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  })
  await runIn(folder, [node, 'node_modules/ctxgen/bin/ctxgen.js', 'src'])
  for (const [version, compiler] of Object.entries(compilers)) {
    if (only !== undefined && only !== version) continue
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    await runIn(folder, [node, compiler, '-p', '.'])
    if (!existsSync(join(folder, 'dist'))) continue
    const answer = await runIn(folder, [node, 'dist/main.js'])
    if (answer.trim() !== '200 {"id":7,"price":"12"}')
      throw new Error(`TypeScript ${version}: it prints ${answer}`)
  }
}

function sources(extension: string): Readonly<Record<string, string>> {
  return {
    'src/money.ts': `export class Money {
  readonly cents: bigint
  constructor(cents: bigint) { this.cents = cents }
  static parse(text: string): Money { return new Money(BigInt(text)) }
  toJSON(): string { return String(this.cents) }
}
`,
    'src/bill.ts': `import type { int } from '@ctxgen/runtime'
import type { Money } from './money${extension}'

export interface Bill {
  /** @uri */ id: int
  /** @json */ price: Money
  /** @query */ colours?: ('red' | 'blue')[]
}
`,
    'src/main.ts': `import { App } from '@ctxgen/runtime'
import { Bill } from './bill.bind${extension}'

async function main(): Promise<void> {
  const app = new App()
  app.post('/:id', (c) => { c.json(c.bind().all(Bill)) })
  const headers = { 'content-type': 'application/json' }
  const answer = await app.test('/7', { method: 'POST', headers, body: '{"price":"12"}' })
  console.log(answer.status, await answer.text())
}
void main()
`,
  }
}
