import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CliResult, dto, inProject, type Project, runCli, spawnCli } from './run-cli.ts'

const files = {
  'package.json': '{ "type": "module" }',
  'tsconfig.base.json': '{ "compilerOptions": { "target": "es2022" } }',
  'tsconfig.json':
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "module": "nodenext", "paths": {} } }',
  'src/a.ts': `import type { Other } from './lib/other.js'\n/** @query */\nexport interface A { v: string; w: Other }\n`,
  'src/b.ts': dto('B'),
  'src/plain.ts': 'export const plain = 1\n',
  'src/lib/other.ts': `import type { Deep } from '../../deep.js'\nexport type Other = Deep\n`,
  'deep.ts': 'export type Deep = number\n',
}

/** A project that remembers, with a first run done. */
function inCached(test: (project: Project) => unknown): Promise<void> {
  return inProject(files, async (project) => {
    mkdirSync(join(project.path, 'node_modules'))
    assert.is((await runCli(project.path, ['src'])).code, 0)
    assert.ok(await isRemembered(project.path, ['src']))
    await test(project)
  })
}

const cacheOf = (path: string): string => join(path, 'node_modules/.cache/ctxgen')
const manifestsOf = (path: string): readonly string[] =>
  readdirSync(cacheOf(path)).map((name) => join(cacheOf(path), name))

/** Whether a check is answered without reading sources: it then has the message that was put into what is remembered. */
async function isRemembered(path: string, inputs: readonly string[]): Promise<boolean> {
  const mark = { code: 'CTX9999', severity: 'warning', message: 'remembered' }
  const before = manifestsOf(path).map((place) => [place, readFileSync(place, 'utf8')] as const)
  for (const [place, text] of before) {
    writeFileSync(place, JSON.stringify({ ...JSON.parse(text), diagnostics: [mark] }))
  }
  const { stdout } = await runCli(path, ['--check', '--json', ...inputs])
  for (const [place, text] of before) writeFileSync(place, text)
  return stdout.includes('remembered')
}

/** Everything a user sees, but for the time it took. */
function answer({ code, stdout, stderr }: CliResult): object {
  return { code, stdout: stdout.replace(/ in [\d.]+ m?s$/m, ''), stderr }
}

/** Asks with and without what is remembered, and expects the same answer. */
async function expectSameAnswers(path: string, argv: readonly string[], what: string): Promise<void> {
  for (const more of [['--verbose'], ['--json']]) {
    const bare = await runCli(path, ['--check', '--no-cache', ...more, ...argv])
    // Twice: the first of them may remember what the second is asked.
    for (const round of [1, 2]) {
      const cached = await runCli(path, ['--check', ...more, ...argv])
      const fixed = { ...bare, stdout: bare.stdout.replace(' --no-cache', '') }
      assert.equal(answer(cached), answer(fixed), `${what} ${more.join(' ')} (${round})`)
    }
  }
}

const changes: Readonly<Record<string, (project: Project) => void>> = {
  nothing: () => {},
  'a source is another': ({ write }) => write({ 'src/b.ts': dto('B2') }),
  'a source is another of the same size and time': ({ path, write }) => {
    const place = join(path, 'src/b.ts')
    const { atime, mtime } = statSync(place)
    write({ 'src/b.ts': dto('C') })
    utimesSync(place, atime, mtime)
  },
  'a source has other line ends': ({ write, read }) =>
    write({ 'src/b.ts': read('src/b.ts').replaceAll('\n', '\r\n') }),
  'an import is another': ({ write }) => write({ 'src/lib/other.ts': 'export type Other = boolean\n' }),
  'an import outside the inputs is another': ({ write }) =>
    write({ 'deep.ts': 'export type Deep = boolean\n' }),
  'the tsconfig is another': ({ write }) =>
    write({
      'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }',
    }),
  'what the tsconfig extends is another': ({ write }) =>
    write({ 'tsconfig.base.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' }),
  'a tsconfig comes between': ({ write }) =>
    write({ 'src/tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' }),
  'the tsconfig is gone': ({ remove }) => remove('tsconfig.json'),
  'a source is new': ({ write }) => write({ 'src/lib/new.ts': dto('New') }),
  'a source is new in a new folder': ({ write }) => write({ 'src/x/y/new.ts': dto('New') }),
  'a source is gone': ({ remove }) => remove('src/b.ts'),
  'a source is gone with its output': ({ remove }) => {
    remove('src/b.ts')
    remove('src/b.bind.ts')
  },
  'a source has its first DTO': ({ write }) => write({ 'src/plain.ts': dto('Plain') }),
  'a source has an error': ({ write }) => write({ 'src/b.ts': dto('B').replace('string', 'symbol') }),
  'a source became a folder': ({ path, remove }) => {
    remove('src/b.ts')
    mkdirSync(join(path, 'src/b.ts'))
  },
  'an output was edited': ({ write, read }) =>
    write({ 'src/b.bind.ts': read('src/b.bind.ts').replace('B', 'X') }),
  'an output has other line ends': ({ write, read }) =>
    write({ 'src/b.bind.ts': read('src/b.bind.ts').replaceAll('\n', '\r\n') }),
  'an output is gone': ({ remove }) => remove('src/b.bind.ts'),
  'an output is empty': ({ write }) => write({ 'src/b.bind.ts': '' }),
  'an output is orphaned': ({ write, read }) =>
    write({ 'src/gone.bind.ts': read('src/b.bind.ts').replace('from b.ts', 'from gone.ts') }),
  'an output leads out of the project by a link': ({ path, read, remove }) => {
    const outside = join(path, '../outside.bind.ts')
    writeFileSync(outside, read('src/b.bind.ts'))
    remove('src/b.bind.ts')
    symlinkSync(outside, join(path, 'src/b.bind.ts'))
  },
  'the sources are behind a link': ({ path }) => {
    renameSync(join(path, 'src'), join(path, 'real'))
    symlinkSync(join(path, 'real'), join(path, 'src'))
  },
  'a file of somebody else looks like an output': ({ write }) =>
    write({ 'src/other.bind.ts': 'export {}\n' }),
  'the project ends elsewhere': ({ path }) => {
    rmSync(join(path, '.git'), { recursive: true })
  },
}

for (const [what, change] of Object.entries(changes)) {
  test(`a check that remembers says the same when ${what}`, () =>
    inCached(async (project) => {
      change(project)
      await expectSameAnswers(project.path, ['src'], what)
      rmSync(join(project.path, '../outside.bind.ts'), { force: true })
    }))
}

test('what an import looked for in vain is noticed when it comes', () =>
  inProject(
    { ...files, 'src/b.ts': dto('B').replace('string', "import('../late.js').Late") },
    async (project) => {
      mkdirSync(join(project.path, 'node_modules'))
      await runCli(project.path, ['src'])
      await expectSameAnswers(project.path, ['src'], 'before')
      project.write({ 'late.ts': 'export type Late = string\n' })
      await runCli(project.path, ['src'])
      await expectSameAnswers(project.path, ['src'], 'after')
    },
  ))

test('other options are another run', () =>
  inCached(async ({ path }) => {
    for (const argv of [
      ['--missing', 'zero', 'src'],
      ['--alias-tag', 'field', 'src'],
      ['-o', 'out', 'src'],
      ['--project', 'tsconfig.base.json', 'src'],
      ['src/a.ts'],
      ['src/*.ts'],
      ['./src'],
    ]) {
      await expectSameAnswers(path, argv, argv.join(' '))
    }
  }))

test('a run that writes remembers, and is remembered by one that checks, as often as nothing changes', () =>
  inCached(async ({ path, write, read }) => {
    assert.ok(await isRemembered(path, ['src']))
    write({ 'src/b.ts': dto('B3') })
    assert.not.ok(await isRemembered(path, ['src']))
    assert.is((await runCli(path, ['src'])).code, 0)
    assert.ok(await isRemembered(path, ['src']))
    assert.match(read('src/b.bind.ts'), 'B3')
    // A checkout with other line ends is remembered as it is.
    write({ 'src/b.bind.ts': read('src/b.bind.ts').replaceAll('\n', '\r\n') })
    assert.is((await runCli(path, ['--check', 'src'])).code, 0)
    assert.ok(await isRemembered(path, ['src']))
  }))

test('a run that writes puts back what is gone, and takes away what a killed run left', () =>
  inCached(async ({ path, remove, write }) => {
    remove('src/b.bind.ts')
    assert.match((await runCli(path, ['src'])).stdout, '1 file written, 1 unchanged')
    write({ 'src/.ctxgen-999999999-01234567.tmp': '' })
    assert.match((await runCli(path, ['src'])).stdout, '2 files unchanged')
    assert.not.ok(existsSync(join(path, 'src/.ctxgen-999999999-01234567.tmp')))
  }))

test('with an output folder, new and orphaned outputs are noticed there', () =>
  inCached(async (project) => {
    const argv = ['-o', 'out', 'src']
    await runCli(project.path, argv)
    assert.ok(await isRemembered(project.path, argv))
    project.write({ 'out/gone.bind.ts': '// @generated by ctxgen from ../src/gone.ts. Do not edit.\n' })
    await expectSameAnswers(project.path, argv, 'orphan in the output folder')
    rmSync(join(project.path, 'out'), { recursive: true })
    await expectSameAnswers(project.path, argv, 'no output folder')
  }))

test('several projects of a config are remembered each for itself', () =>
  inProject({ 'one/a.ts': dto('A'), 'two/b.ts': dto('B') }, async (project) => {
    mkdirSync(join(project.path, 'node_modules'))
    project.write({
      'ctxgen.config.json': '[{ "inputs": ["one"] }, { "inputs": ["two"], "missing": "zero" }]',
    })
    await runCli(project.path, [])
    assert.is(manifestsOf(project.path).length, 2)
    project.write({ 'two/b.ts': dto('B2') })
    await expectSameAnswers(project.path, [], 'one of two changed')
    project.write({ 'ctxgen.config.json': '[{ "inputs": ["one"], "outDir": "out" }]' })
    await expectSameAnswers(project.path, [], 'the config changed')
  }))

test('warnings are remembered with the run', () =>
  inProject(
    { 'src/a.ts': '/** @query */\nexport interface A {\n  /** @quer v */ v: string\n}\n' },
    async (project) => {
      mkdirSync(join(project.path, 'node_modules'))
      await runCli(project.path, ['src'])
      await expectSameAnswers(project.path, ['src'], 'warning')
    },
  ))

test('whatever stands in the place of what is remembered is no harm', () =>
  inCached(async ({ path }) => {
    const [place = ''] = manifestsOf(path)
    const text = readFileSync(place, 'utf8')
    const bare = answer(await runCli(path, ['--check', '--no-cache', 'src']))
    for (const broken of brokenForms(text)) {
      writeFileSync(place, broken)
      assert.equal(answer(await runCli(path, ['--check', 'src'])), bare, broken.slice(0, 80))
    }
    rmSync(place)
    mkdirSync(place)
    assert.equal(answer(await runCli(path, ['--check', 'src'])), bare)
  }))

/** Cut, of another shape in every place, and with values that are none. */
function* brokenForms(text: string): Generator<string> {
  yield* ['', 'null', '[]', '{}', '"', '\0', '{"key":1}', text.slice(0, text.length >> 1), `${text}}`]
  const manifest: Record<string, unknown> = JSON.parse(text)
  const evidence = manifest['evidence'] as Record<string, unknown>
  const wrong = [undefined, null, 1, 'x', [1], {}, [[1, 2]], [['x', 'y']], { file: 1 }]
  for (const value of wrong) {
    for (const key of Object.keys(manifest)) {
      if (key === 'outputs' || key === 'diagnostics') {
        if (Array.isArray(value) && isPaths(value)) continue
      }
      yield JSON.stringify({ ...manifest, [key]: value })
    }
    for (const key of Object.keys(evidence)) {
      yield JSON.stringify({ ...manifest, evidence: { ...evidence, [key]: value } })
    }
  }
  const files = evidence['files'] as Record<string, unknown>
  for (const change of [
    { key: 'x' },
    { digest: '' },
    { sizes: [] },
    { sizes: ['1'] },
    { paths: [] },
    { paths: [1] },
  ]) {
    yield JSON.stringify({ ...manifest, evidence: { ...evidence, files: { ...files, ...change } } })
  }
}

/** What is of the right shape is believed. */
function isPaths(value: readonly unknown[]): boolean {
  return value.every((item) => Array.isArray(item) && item.every((one) => typeof one === 'string'))
}

test('nothing is remembered where it could not be, and that is no fault', async () => {
  await inProject(files, async ({ path }) => {
    assert.is((await runCli(path, ['src'])).code, 0)
    assert.not.ok(existsSync(join(path, 'node_modules')))
    writeFileSync(join(path, 'node_modules'), 'a file')
    assert.is((await runCli(path, ['--check', 'src'])).code, 0)
    rmSync(join(path, 'node_modules'))
    const outside = `${realpathSync(path)}-outside`
    mkdirSync(outside)
    symlinkSync(outside, join(path, 'node_modules'))
    assert.is((await runCli(path, ['--check', 'src'])).code, 0)
    assert.equal(readdirSync(outside), [])
    rmSync(outside, { recursive: true })
  })
  await inCached(async ({ path, write }) => {
    rmSync(cacheOf(path), { recursive: true })
    chmodSync(join(path, 'node_modules/.cache'), 0o555)
    write({ 'node_modules/.cache/x': '' })
    writeFileSync(cacheOf(path), 'a file')
    assert.is((await runCli(path, ['--check', 'src'])).code, 0)
    assert.is((await runCli(path, ['src'])).code, 0)
  })
})

test('a dry run and --no-cache leave nothing behind', () =>
  inProject(files, async ({ path }) => {
    mkdirSync(join(path, 'node_modules'))
    await runCli(path, ['--dry-run', 'src'])
    await runCli(path, ['--no-cache', 'src'])
    assert.equal(readdirSync(join(path, 'node_modules')), [])
  }))

test('what is remembered needs no compiler', () =>
  inProject(files, ({ path, write }) => {
    mkdirSync(join(path, 'node_modules'))
    assert.is(spawnCli(path, ['src']).code, 0)
    const { code, stdout } = spawnCli(path, ['--check', 'src'], withoutCompiler)
    assert.is(code, 0)
    assert.match(stdout, '2 files unchanged')
    assert.is(spawnCli(path, ['--verbose', 'src'], withoutCompiler).code, 0)
    write({ 'src/b.ts': dto('B2') })
    assert.match(spawnCli(path, ['--check', 'src'], withoutCompiler).stderr, 'the compiler is wanted')
  }))

const withoutCompiler = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import Module from 'node:module'
const find = Module._resolveFilename
Module._resolveFilename = (request, ...rest) => {
  if (/^@?ts-morph/.test(request)) throw new Error('the compiler is wanted')
  return find(request, ...rest)
}`)}`,
]

test('only so many runs are remembered', () =>
  inCached(async ({ path }) => {
    for (let i = 0; i < 60; i++) writeFileSync(join(cacheOf(path), `${i}.json`), '{}')
    await runCli(path, ['--check', 'src/b.ts'])
    assert.is(manifestsOf(path).length, 50)
    assert.ok(await isRemembered(path, ['src/b.ts']))
  }))

test.run()
