import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../../src/run/generate.ts'
import { inTempFolder } from '../../support/temp-folder.ts'

/** Generates one source of a project; returns output and diagnostics. */
async function generated(
  source: string,
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  let said: readonly string[] = []
  await inTempFolder(async (folder) => {
    folder.write(files)
    const result = await generate({ inputs: [source], cwd: folder.path, mode: 'memory' })
    said = [
      ...result.files.map(({ text }) => /Current<[^>]*>/.exec(text ?? '')?.[0] ?? ''),
      ...result.diagnostics.map(({ message, span }) => `${span?.line}: ${message}`),
    ]
  })
  return said
}

const importing = "import type { Kind } from 'kinds'\n/** @json */\nexport interface Search { kind: Kind }\n"
const manifest = (exported: object): string => JSON.stringify({ name: 'kinds', exports: { '.': exported } })
const dual = {
  'node_modules/kinds/package.json': manifest({ import: './kinds.mjs', require: './kinds.cjs' }),
  'node_modules/kinds/kinds.d.mts': "export type Kind = 'import'\n",
  'node_modules/kinds/kinds.d.cts': "export type Kind = 'require'\n",
}
const found = (kind: string): readonly string[] => [`Current<dto.Search, { kind: '${kind}' }>`]

test("an ES module sees a package's import condition, CommonJS its require condition", async () => {
  const isModule = { 'package.json': '{"type":"module"}' }
  assert.equal(await generated('a.ts', { ...dual, ...isModule, 'a.ts': importing }), found('import'))
  assert.equal(await generated('a.mts', { ...dual, 'a.mts': importing }), found('import'))
  assert.equal(await generated('a.ts', { ...dual, 'a.ts': importing }), found('require'))
  assert.equal(await generated('a.cts', { ...dual, ...isModule, 'a.cts': importing }), found('require'))
})

test('a package without a require condition is found', async () => {
  const only = { 'node_modules/kinds/package.json': manifest({ import: './kinds.mjs' }) }
  assert.equal(await generated('a.mts', { ...dual, ...only, 'a.mts': importing }), found('import'))
})

test('a type inferred from members of global types is known', async () => {
  const source = `
const schema = <T>(read: (text: string) => T): { kind: T } => ({ kind: read('') })
export const words = schema((text) => text.trim().split(' '))
/** @json */
export type Search = typeof words
`
  assert.equal(await generated('a.ts', { 'a.ts': source }), ['Current<dto.Search, { kind: string[] }>'])
})

test('a written any is reported as such', async () => {
  const source = '/** @json */\nexport interface Search { kind: any }\n'
  const [said = ''] = await generated('a.ts', { 'a.ts': source })
  assert.match(said, 'it accepts anything')
})

const globals = {
  'node_modules/@types/shop/package.json': '{"name":"@types/shop"}',
  'node_modules/@types/shop/index.d.ts':
    "declare namespace Shop { interface Car { kind: 'global' } }\ninterface Till { sum: number }\ndeclare var Till: Till\n",
}

test('globals of @types packages are known: those in the tsconfig, or all', async () => {
  const source = '/** @json */\nexport interface Search extends Shop.Car {}\n'
  const named = { 'tsconfig.json': '{"compilerOptions":{"types":["shop"]}}' }
  assert.equal(await generated('a.ts', { ...globals, 'a.ts': source }), found('global'))
  assert.equal(await generated('a.ts', { ...globals, ...named, 'a.ts': source }), found('global'))
})

test("globals of the project's declaration files are known, as far as the tsconfig includes them", async () => {
  const source = '/** @json */\nexport interface Search extends API.Car {}\n'
  const files = {
    'types/api.d.ts': "declare namespace API { interface Car { kind: 'own' } }\n",
    'src/a.ts': source,
    'tsconfig.json': '{"include":["src","types"]}',
  }
  assert.equal(await generated('src/a.ts', files), found('own'))
  const other = await generated('src/a.ts', { ...files, 'tsconfig.json': '{"include":["src"]}' })
  assert.is(other.at(-1), '2: Search: cannot find type API.Car')
})

test('a global object type can be nested, unless it merges with a value', async () => {
  const source = '/** @json */\nexport interface Search {\n  car: Shop.Car\n  till: Till\n}\n'
  const said = await generated('a.ts', { ...globals, 'a.ts': source })
  assert.equal(said, ['4: till: Till cannot be bound: it is not a plain object'])
})

test('an extension of a library list is reported once, at its declaration', async () => {
  const source = '/** @json */\nexport interface Rows extends Array<string> {}\n'
  assert.equal(await generated('a.ts', { 'a.ts': source }), [
    '2: Rows: Rows cannot be bound: it is not a plain object',
  ])
})

test('a failure in a package is reported at each member that has its type', () =>
  inTempFolder(async (folder) => {
    const any = { 'node_modules/kinds/kinds.d.cts': 'export interface Kind { any: any }\n' }
    folder.write({ ...dual, ...any, 'src/a.ts': importing, 'src/b.ts': importing })
    const { diagnostics } = await generate({ inputs: ['src'], cwd: folder.path, mode: 'memory' })
    assert.equal(
      diagnostics.map(({ span, sources, message }) => [span?.path, span?.line, sources, message]),
      ['src/a.ts', 'src/b.ts'].map((path) => [
        folder.at(path),
        3,
        undefined,
        'kind: Kind cannot be bound: any: any (it accepts anything, so nothing can be checked, kinds/kinds.d.cts:1)',
      ]),
    )
  }))

const tsc = fileURLToPath(new URL('../../../../../node_modules/typescript/bin/tsc', import.meta.url))
const onOneLine =
  'export interface One { /** @validate min=2 */ street: string; /** @validate min=3 */ city: string }\n'
const onTheirLines = `export interface Two {
  /** @validate min=2 */
  street: string
  /** @validate min=3 */ city: string
  zip: string
}
`

test('a comment that ends a line of a declaration file belongs to the next member', () =>
  inTempFolder(async (folder) => {
    folder.write({
      'shared/index.ts': `${onOneLine}${onTheirLines}`,
      'src/a.ts': `import type { One, Two } from '../shared/dist/index.js'
/** @json */
export interface Both { one: One; two: Two }
`,
    })
    const emit = '--declaration --emitDeclarationOnly --outDir dist index.ts'.split(' ')
    execFileSync(process.execPath, [tsc, ...emit], { cwd: folder.at('shared') })
    const { files, diagnostics } = await generate({ inputs: ['src'], cwd: folder.path, mode: 'memory' })
    assert.equal(diagnostics, [])
    const text = files[0]?.text ?? ''
    assert.equal(text.match(/add\(issues, '\w+', \w+, \d/g), [
      "add(issues, 'city', minStringRule, 3",
      "add(issues, 'street', minStringRule, 2",
      "add(issues, 'city', minStringRule, 3",
    ])
  }))

test('tags that the declarations of a project lose get a warning', async () => {
  const source =
    onOneLine.replace('export', '/** @json */\nexport') +
    onTheirLines.replace('export', '/** @json */\nexport')
  const options = (text: string): Readonly<Record<string, string>> => ({
    'tsconfig.json': `{"compilerOptions":${text}}`,
    'a.ts': source,
  })
  const lost = '2: @validate is lost in the declarations of this project'
  const warned = async (text: string): Promise<readonly string[]> =>
    (await generated('a.ts', options(text))).filter((one) => one.includes('lost'))
  assert.equal(await warned('{"composite":true}'), [lost])
  assert.equal(await warned('{"declaration":true}'), [lost])
  assert.equal(await warned('{"declaration":true,"noEmit":true}'), [])
  assert.equal(await warned('{}'), [])
})

test.run()
