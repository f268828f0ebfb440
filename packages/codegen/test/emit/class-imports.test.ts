import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../src/run/generate.ts'
import { inTempFolder } from '../support/temp-folder.ts'

const money = `export class Money {
  readonly cents: bigint
  constructor(cents: bigint) { this.cents = cents }
  static parse(text: string): Money { return new Money(BigInt(text)) }
}
`
const declared = 'export declare class Money { readonly cents: bigint; static parse(text: string): Money }\n'

/** A source that imports `Money` this way, and the imports of its output besides the runtime. */
async function importsOf(
  statement: string,
  files: Readonly<Record<string, string>>,
  { links = {}, outDir }: { links?: Readonly<Record<string, string>>; outDir?: string } = {},
): Promise<readonly string[]> {
  let found: readonly string[] = []
  await inTempFolder(async (folder) => {
    folder.write({
      'app/dto.ts': `${statement}\n/** @json */\nexport interface Bill { sum: Money }\n`,
      ...files,
    })
    for (const [link, target] of Object.entries(links)) {
      mkdirSync(dirname(join(folder.path, link)), { recursive: true })
      symlinkSync(join(folder.path, target), join(folder.path, link), 'junction')
    }
    const out = outDir === undefined ? {} : { outDir }
    const result = await generate({ inputs: ['app/dto.ts'], cwd: folder.path, mode: 'memory', ...out })
    assert.equal(
      result.diagnostics.map(({ message }) => message),
      [],
    )
    const text = result.files[0]?.text ?? ''
    found = [...text.matchAll(/^import (?!\{$)(.*) from '(.*)'$/gm)].map((match) => `${match[1]} ${match[2]}`)
  })
  return found
}

const manifest = (types: string, name = 'money'): string =>
  JSON.stringify({ name, type: 'module', exports: { '.': { types, default: './money.js' } } })

test('a class of another package of the workspace is imported by the name of the package', async () => {
  const built = {
    'packages/money/package.json': manifest('./money.d.ts'),
    'packages/money/money.d.ts': declared,
  }
  const source = { 'packages/money/package.json': manifest('./money.ts'), 'packages/money/money.ts': money }
  for (const files of [built, source]) {
    for (const statement of ["import { Money } from 'money'", "import type { Money } from 'money'"]) {
      assert.equal(await importsOf(statement, files, { links: { 'node_modules/money': 'packages/money' } }), [
        'type * as dto ./dto.js',
        '{ Money } money',
      ])
    }
  }
})

test('a default or renamed export is imported under that name', async () => {
  const files = {
    'node_modules/money/package.json': manifest('./money.d.ts'),
    'node_modules/money/money.d.ts': `${declared}export { Money as default, Money as Cash }\n`,
  }
  assert.equal((await importsOf("import type Money from 'money'", files))[1], '{ default as Money } money')
  assert.equal(
    (await importsOf("import type { Cash as Money } from 'money'", files))[1],
    '{ Cash as Money } money',
  )
})

test("a file of the project that re-exports a package's class is imported itself", async () => {
  const files = {
    'node_modules/money/package.json': manifest('./money.d.ts'),
    'node_modules/money/money.d.ts': declared,
    'app/models.ts': "export { Money } from 'money'\n",
  }
  const statement = "import { Money } from './models.js'"
  assert.equal((await importsOf(statement, files))[1], '{ Money } ./models.js')
  assert.equal((await importsOf(statement, files, { outDir: 'out' }))[1], '{ Money } ../app/models.js')
})

test('a path of the tsconfig does not exist at run time', async () => {
  const options = { paths: { '@/*': ['./app/*'] }, module: 'nodenext' }
  const files = { 'tsconfig.json': JSON.stringify({ compilerOptions: options }), 'app/money.ts': money }
  assert.equal((await importsOf("import { Money } from '@/money'", files))[1], '{ Money } ./money.js')
})

test('each file gets the extension of its compiled form', async () => {
  const cases: readonly (readonly [specifier: string, file: string, text: string])[] = [
    ['./money.js', 'money.ts', money],
    ['./money.mjs', 'money.mts', money],
    ['./money.js', 'money.d.ts', declared],
    ['./money.mjs', 'money.d.mts', declared],
  ]
  for (const [specifier, file, text] of cases) {
    const imports = await importsOf(`import { Money } from '${specifier}'`, { [`app/${file}`]: text })
    assert.equal(imports, ['type * as dto ./dto.js', `{ Money } ${specifier}`], file)
  }
})

test("the extension follows the user's other imports", async () => {
  const cases: readonly (readonly [options: object, specifier: string, extension: string])[] = [
    [{ module: 'nodenext' }, './money.js', '.js'],
    [{ module: 'commonjs' }, './money', ''],
    [{ module: 'commonjs', moduleResolution: 'node10' }, './money', ''],
    [{ module: 'commonjs', moduleResolution: 'node10' }, './money.js', ''],
    [{ module: 'preserve' }, './money', ''],
    [{ module: 'preserve' }, './money.js', '.js'],
    [{ module: 'esnext', moduleResolution: 'bundler' }, '../app/money', ''],
    [{ module: 'nodenext', allowImportingTsExtensions: true, noEmit: true }, './money.ts', '.ts'],
    [{ module: 'nodenext', rewriteRelativeImportExtensions: true }, './money.ts', '.ts'],
  ]
  for (const [compilerOptions, specifier, extension] of cases) {
    const files = { 'app/money.ts': money, 'tsconfig.json': JSON.stringify({ compilerOptions }) }
    assert.equal(
      await importsOf(`import { Money } from '${specifier}'`, files),
      [`type * as dto ./dto${extension}`, `{ Money } ./money${extension}`],
      JSON.stringify({ compilerOptions, specifier }),
    )
  }
})

test('a source that only imports through aliases follows their extensions', async () => {
  const paths = { '@/*': ['./app/*'], '#money': ['./app/money.ts'] }
  const bundler = { module: 'esnext', moduleResolution: 'bundler', paths }
  const cases: readonly (readonly [options: object, specifier: string, extension: string])[] = [
    [bundler, '@/money', ''],
    [{ module: 'preserve', paths }, '@/money', ''],
    [bundler, '@/money.js', '.js'],
    [bundler, '#money', '.js'],
    [{ module: 'nodenext', paths }, '@/money', '.js'],
    [{ ...bundler, allowImportingTsExtensions: true, noEmit: true }, '@/money', '.ts'],
  ]
  for (const [compilerOptions, specifier, extension] of cases) {
    const files = { 'app/money.ts': money, 'tsconfig.json': JSON.stringify({ compilerOptions }) }
    assert.equal(
      await importsOf(`import { Money } from '${specifier}'`, files),
      [`type * as dto ./dto${extension}`, `{ Money } ./money${extension}`],
      JSON.stringify({ compilerOptions, specifier }),
    )
  }
})

test('without a tsconfig, imports resolve like in tsc, whatever the type of the package', async () => {
  for (const type of ['module', 'commonjs']) {
    for (const extension of ['', '.js']) {
      const files = { 'package.json': `{"type":"${type}"}`, 'app/money.ts': money }
      assert.equal(
        await importsOf(`import { Money } from './money${extension}'`, files),
        [`type * as dto ./dto${extension}`, `{ Money } ./money${extension}`],
        `${type} ${extension}`,
      )
    }
  }
})

test('an unusual extension leaves the other imports alone', async () => {
  const statements = "import type data from './data.json'\nimport { Money } from './money.js'"
  const files = {
    'app/money.ts': money,
    'app/data.json': '{}',
    'tsconfig.json': '{"compilerOptions":{"module":"nodenext","resolveJsonModule":true}}',
  }
  assert.equal(await importsOf(statements, files), ['type * as dto ./dto.js', '{ Money } ./money.js'])
})

test.run()
