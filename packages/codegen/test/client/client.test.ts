import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileErrors } from '../../../../test/support/strict-compile.ts'
import type { ClientOptions, ClientResult } from '../../src/client/client-options.ts'
import { describeClient, generateClient } from '../../src/client/generate-client.ts'
import { loadParts, partsFor } from '../../src/client/print/load-parts.ts'
import { openApps } from '../../src/openapi/read/app-project.ts'

/*
 * Clients of the apps in fixtures/client, which are committed, and of some of fixtures/openapi. UPDATE_GOLDEN=1 writes the
 * committed ones.
 */

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const fixtures = join(root, 'fixtures')
const update = (process.env['UPDATE_GOLDEN'] ?? '') !== ''

type Settings = Pick<ClientOptions, 'throw' | 'query' | 'msw' | 'split'>

/** The clients of each folder. Handlers of MSW are written in tests alone. */
const committed: Readonly<Record<string, Readonly<Record<string, Settings>>>> = {
  parking: {
    'client.ts': { query: true, msw: true },
    'throwing.ts': { throw: true, query: true, msw: true },
  },
  feeds: {
    'client.ts': { query: true, msw: true },
    'throwing.ts': { throw: true },
  },
  rooms: { 'client.ts': {} },
  shop: { 'client.ts': { split: 'tag', query: true, msw: true } },
  films: { 'client.ts': {} },
}
const names = Object.keys(committed)
const others = [
  'all-sources',
  'forms-and-files',
  'headers-and-cookies',
  'kinds-of-answers',
  'mounted-app',
  'null-and-enums',
  'paths',
  'query-formats',
  'raw-input',
  'send-value-of-a-dto',
  'several-answers',
  'types-of-values',
  'whole-bodies',
]

const opened = openApps({
  entries: [
    ...names.map((name) => join(fixtures, 'client', name, 'app.ts')),
    ...others.map((name) => join(fixtures, 'openapi', name, 'app.ts')),
  ],
  cwd: root,
  tsconfig: undefined,
})

function filesOf(app: string, output: string, settings: Settings): ClientResult['files'] {
  const { files, diagnostics } = describeClient({ app, output, cwd: root, ...settings }, opened)
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  assert.equal(
    errors.map(({ message }) => message),
    [],
  )
  return files
}

for (const [name, variants] of Object.entries(committed)) {
  for (const [main, settings] of Object.entries(variants)) {
    const output = join('fixtures/client', name, main)
    const files = filesOf(join('fixtures/client', name, 'app.ts'), output, settings)
    for (const { path, text } of files) {
      const file = basename(path)
      if (file.endsWith('.msw.ts')) continue
      test(`${name} has the committed ${file}`, () => {
        if (update) writeFileSync(path, text)
        assert.fixture(text, readFileSync(path, 'utf8'))
      })
    }
  }
}

/** The types of MSW that handlers need. */
const mswTypes = `type Resolver = (info: { request: Request }) => Response | Promise<Response>
export interface HttpHandler { readonly info: { readonly method: unknown; readonly path: unknown } }
type Register = (path: string, resolver: Resolver) => HttpHandler
export declare const http: Record<'all' | 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options', Register>
`

test('clients compile under the strictest flags, with the types of Node and of browsers', async () => {
  const folder = join(root, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const path = realpathSync(mkdtempSync(join(folder, 'client-')))
  try {
    const write = (app: string, name: string, settings: Settings): void => {
      for (const file of filesOf(app, relative(root, join(path, name)), settings))
        writeFileSync(file.path, file.text)
    }
    const flags = { extends: join(fixtures, 'tsconfig.json'), include: ['*.ts'] }
    const dom = { lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] }
    // Those of Node decide the imports of the files.
    writeFileSync(join(path, 'tsconfig.json'), JSON.stringify(flags))
    writeFileSync(join(path, 'dom.json'), JSON.stringify({ ...flags, compilerOptions: dom }))
    mkdirSync(join(path, 'node_modules/msw'), { recursive: true })
    writeFileSync(join(path, 'node_modules/msw/index.d.ts'), mswTypes)
    writeFileSync(join(path, 'node_modules/msw/package.json'), '{ "types": "index.d.ts", "type": "module" }')
    const all = { query: true, msw: true } as const
    for (const name of others) {
      const app = join('fixtures/openapi', name, 'app.ts')
      write(app, `${name}.ts`, all)
      write(app, `${name}-throwing.ts`, { ...all, throw: true })
      write(app, `${name}-split.ts`, { ...all, split: 'tag' })
    }
    for (const name of names) {
      const app = join('fixtures/client', name, 'app.ts')
      for (const [main, settings] of Object.entries(committed[name] ?? {}))
        write(app, `${name}-${main}`, settings)
    }
    assert.equal(await compileErrors(join(path, 'tsconfig.json')), [])
    assert.equal(await compileErrors(join(path, 'dom.json')), [])
  } finally {
    rmSync(path, { recursive: true })
  }
})

test('a bundle has the operations that are called, and little besides', async () => {
  const client = join(fixtures, 'client/parking/client.ts')
  const sizeOf = async (...operations: readonly string[]): Promise<number> => {
    const names = operations.join(', ')
    const contents = `import { ${names} } from ${JSON.stringify(client)}\nexport { ${names} }`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      packages: 'external',
      write: false,
    })
    return gzipSync(outputFiles[0]?.contents ?? '').length
  }
  const nothing = await sizeOf()
  // The imports of two packages stay.
  assert.ok(nothing < 150, `an import without a call: ${nothing} bytes`)
  const least = await sizeOf('moved')
  assert.ok(least <= 1800, `one without codecs: ${least} bytes`)
  const some = ['listCars', 'parkCar', 'addNote', 'uploadPhoto', 'sendEvent', 'removeCar', 'moved', 'raw']
  const all = await sizeOf(...some)
  assert.ok(all < 3000 + some.length * 410, `${some.length} operations: ${all} bytes`)
})

test('names of operations and types never clash with those of the client', () => {
  const folder = realpathSync(mkdtempSync(join(root, 'node_modules/.cache/client-')))
  try {
    const text = generateNamed(folder)
    for (const name of ['list', 'problem', 'await$', 'send', 'fetch$', 'crypto$', 'setTimeout$', 'value'])
      assert.match(text, `export async function ${name}(`)
    for (const name of ['FileOutput', 'ProblemOutput']) assert.match(text, `export interface ${name} {`)
    assert.match(text, 'asJson(listPart(fileShape))')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function generateNamed(folder: string): string {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'app.ts'),
    `import { App } from '@ctxgen/runtime'
interface File { size: number; of: Problem[] }
interface Problem { what: string }
export const app = new App()
app.get('/a', (c) => { const file: File[] = []; return c.json(file) }).name('list')
app.get('/b', (c) => c.sendString('')).name('problem')
app.get('/c', (c) => c.sendString('')).name('await')
app.get('/d', (c) => c.sendString('')).name('send')
app.get('/e', (c) => c.sendString('')).name('fetch')
app.get('/f', (c) => c.sendString('')).name('crypto')
app.get('/g', (c) => c.sendString('')).name('setTimeout')
app.get('/h', (c) => c.sendString('')).name('value')
`,
  )
  const { files, diagnostics } = generateClient({
    app: join(folder, 'app.ts'),
    output: join(folder, 'api.ts'),
    cwd: root,
  })
  if (files.length === 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return files[0]?.text ?? ''
}

test('parts refer to parts that exist, and none is useless', () => {
  const parts = loadParts(fileURLToPath(new URL('../../src/client/parts', import.meta.url)))
  const all = partsFor(parts.keys(), parts)
  assert.is(all.length, parts.size)
  const used = new Set(all.flatMap(({ uses }) => uses))
  const printed = readdirSync(fileURLToPath(new URL('../../src/client', import.meta.url)), {
    recursive: true,
  })
    .map(String)
    .filter((name) => /^(?:plan|print)\/.*\.ts$/.test(name))
    .map((name) => readFileSync(fileURLToPath(new URL(`../../src/client/${name}`, import.meta.url)), 'utf8'))
    .join('\n')
  for (const { name } of all)
    assert.ok(used.has(name) || printed.includes(`'${name}'`), `${name} is never printed`)
})

test.run()
