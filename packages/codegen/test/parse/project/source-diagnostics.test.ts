import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generate } from '../../../src/run/generate.ts'
import { createGenerator } from '../../../src/run/generator.ts'
import { inTempFolder } from '../../support/temp-folder.ts'

const dto = '/** @query */\nexport interface A { v: string }\n'

/** `code message` of each diagnostic of a run over files. */
async function found(
  files: Readonly<Record<string, string | Uint8Array>>,
  inputs: readonly string[] = ['.'],
): Promise<readonly string[]> {
  let result: readonly string[] = []
  await inTempFolder(async (folder) => {
    folder.write({ '.git/x': '', ...files })
    const { diagnostics } = await generate({ cwd: folder.path, inputs })
    assert.equal(createGenerator({ cwd: folder.path, inputs }).run().diagnostics, diagnostics)
    result = diagnostics.map(({ code, message }) => `${code} ${message.replaceAll(folder.path, '')}`)
  })
  return result
}

test('a file of another encoding is an error, and one with a replacement character is not', async () => {
  const latin = Buffer.from('/** @query @default caf\xe9 */\nexport interface A { v: string }\n', 'latin1')
  assert.equal(await found({ 'a.ts': latin }), ['CTX3011 a.ts is not UTF-8'])
  assert.equal(await found({ 'a.ts': `${dto}// \uFFFD\n` }), [])
  assert.equal(await found({ 'a.ts': Buffer.from(`\uFEFF${dto}// \uFFFD\n`, 'utf16le') }), [])
})

test('line ends of one carriage return are line ends', async () => {
  await inTempFolder(async (folder) => {
    const text =
      '// an old file\n/**\n * What to list.\n * @query\n */\nexport interface A {\n  /** @default x */ // y\n  v: string\n}\n'
    folder.write({ 'a.ts': text })
    const options = { cwd: folder.path, inputs: ['a.ts'], mode: 'memory' } as const
    const { files, diagnostics } = await generate(options)
    folder.write({ 'a.ts': text.replaceAll('\n', '\r') })
    const other = await generate(options)
    assert.equal(diagnostics, [])
    assert.equal(other.diagnostics, [])
    assert.match(files[0]?.text ?? '', 'What to list.')
    assert.equal(other.files, files)
  })
})

test('a tsconfig that extends a missing file is reported once', async () => {
  const tsconfig = (base: string): string =>
    JSON.stringify({ extends: base, compilerOptions: { strict: true } })
  const sources = { 'a.ts': dto, 'b.ts': dto }
  assert.equal(await found({ ...sources, 'tsconfig.json': tsconfig('./none.json') }), [
    "CTX3015 tsconfig.json: Cannot read file '/none.json'",
  ])
  assert.equal(await found({ ...sources, 'tsconfig.json': tsconfig('some-package') }), [
    "CTX3015 tsconfig.json: File 'some-package' not found",
  ])
  assert.match(
    (await found({ ...sources, 'tsconfig.json': tsconfig('./tsconfig.json') })).join(),
    /^CTX3015 .*ircular/,
  )
})

test('unknown options of a tsconfig and unknown values are reported once, with the version of the compiler', async () => {
  for (const [options, expected] of [
    [{ target: 'es2099', module: 'nodenext' }, 'a value of "target"'],
    [{ lib: ['es2022', 'es2099'] }, 'a value of "lib"'],
    [{ module: 'node99' }, 'a value of "module"'],
    [{ moduleResolution: 'node99' }, 'a value of "moduleResolution"'],
    [{ strict: 'always' }, 'a value of "strict"'],
    [{ packageMaps: true }, 'the option "packageMaps"'],
    [{ strictNulChecks: true }, 'the option "strictNulChecks"'],
    [{ target: 'es2022', lib: ['esnext'], module: 'nodenext', plugins: [{ name: 'x' }] }, undefined],
  ] as const) {
    const tsconfig = JSON.stringify({ compilerOptions: options, 'ts-node': {}, include: ['none'] })
    const message = `CTX3017 tsconfig.json: TypeScript ${ts.version}, by which ctxgen reads sources, does not know ${expected}`
    assert.equal(
      await found({ 'a.ts': dto, 'b.ts': dto, 'tsconfig.json': tsconfig }),
      expected === undefined ? [] : [message],
      JSON.stringify(options),
    )
  }
})

test('a syntax error names the version of the compiler', () =>
  inTempFolder(async (folder) => {
    folder.write({
      'a.ts': '/** @query */\nexport interface A { v: string }\nexport type B = string |> number\n',
    })
    const { diagnostics } = await generate({ cwd: folder.path, inputs: ['a.ts'], mode: 'memory' })
    assert.equal(new Set(diagnostics.map(({ code }) => code)), new Set(['CTX1001']))
    assert.match(diagnostics[0]?.hint ?? '', `TypeScript ${ts.version}`)
  }))

test('a tsconfig without strictNullChecks is reported once, and null is read all the same', async () => {
  const off =
    'CTX3016 tsconfig.json turns strictNullChecks off, without which generated files may not compile'
  for (const [options, expected] of [
    [{ strict: false }, [off]],
    [{ strictNullChecks: false }, [off]],
    [{ strict: true, strictNullChecks: false }, [off]],
    [{ strict: false, strictNullChecks: true }, []],
    [{ strict: true }, []],
    [{}, []],
  ] as const) {
    const tsconfig = JSON.stringify({ compilerOptions: options })
    assert.equal(await found({ 'a.ts': dto, 'b.ts': dto, 'c.ts': 'export {}', 'tsconfig.json': tsconfig }), [
      ...expected,
    ])
  }
  await inTempFolder(async (folder) => {
    const source = '/** @json */\nexport interface A { v: string | null }\n'
    folder.write({ 'a.ts': source, 'tsconfig.json': '{"compilerOptions":{"strictNullChecks":false}}' })
    const { files } = await generate({ cwd: folder.path, inputs: ['a.ts'], mode: 'memory' })
    assert.match(files[0]?.text ?? '', 'v: string | null')
  })
})

test('a name that is no URL is reported for a source with a DTO', async () => {
  for (const char of ['#', '?', '%'])
    assert.equal(await found({ [`a${char}b.ts`]: dto, [`x${char}.ts`]: 'export {}' }), [
      `CTX3012 a${char}b.ts has ${char} in its name, so Node cannot import what is compiled from it`,
    ])
  assert.equal(await found({ '[id]/(a)@b+c,d.ts': dto }), [])
})

test('a CommonJS source is reported if its generated file cannot be compiled', async () => {
  const sources = { 'a.ts': dto, 'b.ts': dto }
  const verbatim = { verbatimModuleSyntax: true }
  const message = (module: string): string =>
    `CTX3013 sources are CommonJS by package.json, and their generated files do not compile under ${module}`
  for (const [type, options, expected] of [
    ['commonjs', { module: 'nodenext', ...verbatim }, [message('verbatimModuleSyntax')]],
    [undefined, { module: 'node20', ...verbatim }, [message('verbatimModuleSyntax')]],
    ['commonjs', { module: 'node16' }, [message('module node16')]],
    ['commonjs', { module: 'node18' }, [message('module node18')]],
    ['commonjs', { module: 'nodenext' }, []],
    ['module', { module: 'nodenext', ...verbatim }, []],
    ['commonjs', { module: 'preserve', ...verbatim }, []],
    ['commonjs', { module: 'commonjs' }, []],
  ] as const) {
    const files = {
      ...sources,
      'package.json': JSON.stringify({ type }),
      'tsconfig.json': JSON.stringify({ compilerOptions: options }),
    }
    assert.equal(await found(files), expected, JSON.stringify([type, options]))
  }
  const mts = { 'a.mts': dto, 'package.json': '{}' }
  const tsconfig = JSON.stringify({ compilerOptions: { module: 'nodenext', ...verbatim } })
  assert.equal(await found({ ...mts, 'tsconfig.json': tsconfig }), [])
})

test('a named file with JSX is not read, which is reported if it has tags', async () => {
  const files = { 'a.tsx': dto, 'b.tsx': '/** A view. */ export const b = <p>@query</p>', 'c.ts': dto }
  assert.equal(await found(files, ['a.tsx']), ['CTX3014 a.tsx is not read: its name allows JSX'])
  assert.equal(await found(files, ['b.tsx', 'c.ts']), [])
  assert.equal(await found(files, ['.']), [])
})

test.run()
