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
import { generate } from '@ctxgen/codegen'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'
import { blocksOf } from './exchange.ts'

// The `ts` blocks of pages compile beside the service of docs/app.md, whose tables are complete; tasks.test.ts
// runs the service.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-app-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const page = readPage('docs/app.md')

test.before(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const files = {
    'package.json': ['{ "type": "module" }'],
    'dto.ts': blocksOf(page, 'ts dto.ts'),
    'app.ts': blocksOf(page, 'ts app.ts'),
    'public/index.html': ['<h1>Notes</h1>'],
    'dto/search.ts': blocksOf(readPage('README.md'), 'ts dto'),
    'dto/list-cars.ts': blocksOf(readPage('docs/generated-code.md'), 'ts dto').slice(0, 1),
  }
  for (const name of ['dto', 'public']) mkdirSync(join(folder, name))
  for (const [name, texts] of Object.entries(files)) writeFileSync(join(folder, name), texts.join('\n'))
  const { diagnostics } = await generate({ inputs: ['dto.ts', 'dto'], cwd: folder })
  assert.equal(diagnostics, [])
})

/** Names that examples use without importing them. */
const before: Readonly<Record<string, string>> = {
  'docs/messages.md': `import { type Ctx, HttpError, ValidationError } from '@ctxgen/runtime'
import { catalogues } from '@ctxgen/runtime/messages'
import { de } from '@ctxgen/runtime/messages/de'
`,
  'packages/codegen/README.md': "import { generate } from '@ctxgen/codegen'\n",
  'docs/plugin.md': "import ctxgen from 'ctxgen/vite'\n",
}

/** Modules and names that examples use without defining them. */
const ambient = `declare module 'vite' {
  export function defineConfig(config: { plugins: unknown[] }): unknown
}
`

const flags = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'esnext.disposable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  outDir: 'types',
  rootDir: '.',
}

/** An un-annotated type in a library must be nameable. */
const inferred = `import { App, type Ctx } from '@ctxgen/runtime'
export const app = new App()
export const fetchAs = (...of: Parameters<typeof app.fetch>) => app.fetch(...of)
export const maps = (c: Ctx) => [c.bind().query(), c.bind().header(), c.bind().query({ asMap: 'last' })] as const
export const parts = (c: Ctx) => [c.route(), c.multipartForm(), c.range(1), c.redirect(), c.req(), c.res()] as const
`

test('the TypeScript of all pages compiles, and the types an app infers can be declared', async () => {
  const pages = [
    'README.md',
    ...['codegen', 'middleware', 'runtime', 'cli'].map((one) => `packages/${one}/README.md`),
  ]
  const docs = 'messages plugin'.split(' ')
  const names: string[] = []
  for (const name of [...pages, ...docs.map((one) => `docs/${one}.md`)]) {
    for (const [i, text] of blocksOf(readPage(name), 'ts').entries()) {
      names.push(`${name.replaceAll(/\W/g, '-')}-${i}.ts`)
      const isWhole = /^import /m.test(text)
      writeFileSync(
        join(folder, names.at(-1) ?? ''),
        `${isWhole ? '' : (before[name] ?? '')}${text}\nexport {}\n`,
      )
    }
  }
  assert.ok(names.length > 5)
  writeFileSync(join(folder, 'inferred.ts'), inferred)
  writeFileSync(join(folder, 'ambient.d.ts'), ambient)
  const files = ['ambient.d.ts', 'inferred.ts', 'app.ts', ...names]
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: flags, files }))
  assert.equal(await compileErrors(join(folder, 'tsconfig.json')), [])
})

test('patterns accept the paths in their rows', async () => {
  const rows = [...page.matchAll(/^\| `(\/[^`]*)` \| (.*?) \|/gm)]
  assert.ok(rows.length > 7)
  for (const [, pattern = '', takes = ''] of rows) {
    const app = new App()
    app.get(pattern, (c) => c.sendString('taken'))
    for (const [, path = ''] of takes.matchAll(/`([^`]+)`/g))
      assert.is((await app.test(path)).status, 200, path)
    for (const path of ['/', '/other', '/cars/0/x'])
      assert.is((await app.test(path)).status, 404, `${pattern} ${path}`)
  }
})

test('the tables name every setting', () => {
  const tables = page.replace(/^```[\s\S]*?^```$/gm, '')
  for (const [file, name] of [
    ['app/app-config.ts', 'AppConfig'],
    ['request/proxy-trust.ts', 'TrustConfig'],
    ['bind/reading/parser-config.ts', 'ParserConfig'],
    ['adapter/listen/listen-options.ts', 'ListenOptions'],
  ] as const) {
    const source = readPage(`packages/runtime/src/${file}`).split(`export interface ${name} `)[1] ?? ''
    const members = [...(source.split('\n}')[0] ?? '').matchAll(/^ {2}readonly (\w+)\?:/gm)]
    assert.ok(members.length > 3, name)
    const missing = members.flatMap(([, member]) => (tables.includes(`\`${member}\``) ? [] : [member]))
    assert.equal(missing, [], name)
  }
})

function readPage(name: string): string {
  return readFileSync(join(root, name), 'utf8')
}

test.run()
