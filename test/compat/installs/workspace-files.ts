import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../support/fixture-folders.ts'
import type { Manager } from './managers.ts'

const typesOfNode = JSON.parse(
  readFileSync(join(root, 'node_modules/@types/node/package.json'), 'utf8'),
).version
/** The newest version that Plug'n'Play can patch. */
const typescript = '5.9.3'

const sources: Readonly<Record<string, string>> = {
  'packages/shared/src/index.ts': `export { Money } from './money.js'
export interface Address { street: string }
`,
  'packages/shared/src/money.ts': `export class Money {
  readonly cents: bigint
  constructor(cents: bigint) { this.cents = cents }
  static parse(text: string): Money { return new Money(BigInt(text)) }
  toJSON(): string { return String(this.cents) }
}
`,
  'packages/dtos/src/order.ts': `import type { int } from '@ctxgen/runtime'
import type { Address, Money } from '@acme/shared'

export interface Order {
  /** @uri */ id: int
  /** @json */ address: Address
  /** @json */ price: Money
}
`,
  'packages/api/src/main.ts': `import { App } from '@ctxgen/runtime'
import { Order } from '@acme/dtos/order.bind'

const app = new App()
app.post('/:id', (c) => { c.json(c.bind().all(Order)) })
const body = '{"address":{"street":"Main"},"price":"12"}'
const answer = await app.test('/7', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
console.log(answer.status, await answer.text())
`,
}

/** The expected output of the workspace's app. */
export const expectedAnswer = '200 {"id":7,"address":{"street":"Main"},"price":"12"}'

/**
 * A workspace with the types, the DTOs and the app in one package each, laid out for a manager.
 *
 * @param tarballs The packed packages by name.
 */
export function workspaceFiles(
  { overrides, sibling, files = {} }: Manager,
  tarballs: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  // The parts of ctxgen are not on a registry.
  const fixed = { '@ctxgen/codegen': tarballs['@ctxgen/codegen'] }
  const runtime = { '@ctxgen/runtime': tarballs['@ctxgen/runtime'] }
  const types = { devDependencies: { '@types/node': typesOfNode } }
  const built = { types: './dist/index.d.ts', default: './dist/index.js' }
  const each = { types: './dist/*.d.ts', default: './dist/*.js' }
  const manifests: Readonly<Record<string, object>> = {
    '.': {
      name: 'acme',
      workspaces: ['packages/*'],
      devDependencies: { ctxgen: tarballs['ctxgen'], typescript, ...types.devDependencies },
      [overrides]: overrides === 'pnpm' ? { overrides: fixed } : fixed,
    },
    'packages/shared': { name: '@acme/shared', exports: { '.': built }, ...types },
    'packages/dtos': {
      name: '@acme/dtos',
      exports: { './*': each },
      dependencies: { '@acme/shared': sibling, ...runtime },
      ...types,
    },
    'packages/api': { name: '@acme/api', dependencies: { '@acme/dtos': sibling, ...runtime }, ...types },
  }
  return { ...sources, ...tsconfigs(), ...files, ...texts(manifests) }
}

function texts(manifests: Readonly<Record<string, object>>): Readonly<Record<string, string>> {
  const common = { version: '1.0.0', private: true, type: 'module' }
  return Object.fromEntries(
    Object.entries(manifests).map(([folder, manifest]) => [
      join(folder, 'package.json'),
      JSON.stringify({ ...common, ...manifest }),
    ]),
  )
}

/** Project references, and options inherited from a parent tsconfig. */
function tsconfigs(): Readonly<Record<string, string>> {
  const reference = (path: string): object => ({ references: [{ path }] })
  const configs: Readonly<Record<string, object>> = {
    'tsconfig.base.json': {
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        strict: true,
        composite: true,
        verbatimModuleSyntax: true,
        types: ['node'],
      },
    },
    'tsconfig.json': { files: [], ...reference('packages/api') },
    'packages/shared/tsconfig.json': project({}),
    'packages/dtos/tsconfig.json': project(reference('../shared')),
    'packages/api/tsconfig.json': project(reference('../dtos')),
  }
  return Object.fromEntries(Object.entries(configs).map(([path, config]) => [path, JSON.stringify(config)]))
}

function project(more: object): object {
  const compilerOptions = { rootDir: 'src', outDir: 'dist' }
  return { extends: '../../tsconfig.base.json', compilerOptions, include: ['src'], ...more }
}
