import {
  existsSync,
  mkdirSync,
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
import { expectSameAnswers, files, inCached, isRemembered, manifestsOf } from './support/cached-project.ts'
import { dto, inProject, type Project, runCli } from './support/run-cli.ts'

const changes: Readonly<Record<string, (project: Project) => void>> = {
  nothing: () => {},
  'a source changed': ({ write }) => write({ 'src/b.ts': dto('B2') }),
  'a source changed, with its size and time kept': ({ path, write }) => {
    const place = join(path, 'src/b.ts')
    const { atime, mtime } = statSync(place)
    write({ 'src/b.ts': dto('C') })
    utimesSync(place, atime, mtime)
  },
  'a source has other line ends': ({ write, read }) =>
    write({ 'src/b.ts': read('src/b.ts').replaceAll('\n', '\r\n') }),
  'an import changed': ({ write }) => write({ 'src/lib/other.ts': 'export type Other = boolean\n' }),
  'an import outside the inputs changed': ({ write }) => write({ 'deep.ts': 'export type Deep = boolean\n' }),
  'the tsconfig changed': ({ write }) =>
    write({
      'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }',
    }),
  'the base of the tsconfig changed': ({ write }) =>
    write({ 'tsconfig.base.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' }),
  'a nearer tsconfig was added': ({ write }) =>
    write({ 'src/tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }' }),
  'the tsconfig was deleted': ({ remove }) => remove('tsconfig.json'),
  'a source was added': ({ write }) => write({ 'src/lib/new.ts': dto('New') }),
  'a source was added in a new folder': ({ write }) => write({ 'src/x/y/new.ts': dto('New') }),
  'a source was deleted': ({ remove }) => remove('src/b.ts'),
  'a source was deleted with its output': ({ remove }) => {
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
  'an output was deleted': ({ remove }) => remove('src/b.bind.ts'),
  'an output is empty': ({ write }) => write({ 'src/b.bind.ts': '' }),
  'an output is orphaned': ({ write, read }) =>
    write({ 'src/gone.bind.ts': read('src/b.bind.ts').replace('from b.ts', 'from gone.ts') }),
  'an output is a link out of the project': ({ path, read, remove }) => {
    const outside = join(path, '../outside.bind.ts')
    writeFileSync(outside, read('src/b.bind.ts'))
    remove('src/b.bind.ts')
    symlinkSync(outside, join(path, 'src/b.bind.ts'))
  },
  'the sources are behind a link': ({ path }) => {
    renameSync(join(path, 'src'), join(path, 'real'))
    symlinkSync(join(path, 'real'), join(path, 'src'))
  },
  "a foreign file has an output's name": ({ write }) => write({ 'src/other.bind.ts': 'export {}\n' }),
  'the project has another root': ({ path }) => {
    rmSync(join(path, '.git'), { recursive: true })
  },
}

for (const [what, change] of Object.entries(changes)) {
  test(`a cached check gives the same answer when ${what}`, () =>
    inCached(async (project) => {
      change(project)
      await expectSameAnswers(project.path, ['src'], what)
      rmSync(join(project.path, '../outside.bind.ts'), { force: true })
    }))
}

test('a file that an import missed is noticed when it appears', () =>
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

test('a writing run is cached for later checks, as long as nothing changes', () =>
  inCached(async ({ path, write, read }) => {
    assert.ok(await isRemembered(path, ['src']))
    write({ 'src/b.ts': dto('B3') })
    assert.not.ok(await isRemembered(path, ['src']))
    assert.is((await runCli(path, ['src'])).code, 0)
    assert.ok(await isRemembered(path, ['src']))
    assert.match(read('src/b.bind.ts'), 'B3')
    // A checkout with other line ends is cached unchanged.
    write({ 'src/b.bind.ts': read('src/b.bind.ts').replaceAll('\n', '\r\n') })
    assert.is((await runCli(path, ['--check', 'src'])).code, 0)
    assert.ok(await isRemembered(path, ['src']))
  }))

test('a writing run restores deleted outputs, and removes the leftovers of a killed run', () =>
  inCached(async ({ path, remove, write }) => {
    remove('src/b.bind.ts')
    assert.match((await runCli(path, ['src'])).stdout, '1 file written, 1 unchanged')
    write({ 'src/.ctxgen-999999999-01234567.tmp': '' })
    assert.match((await runCli(path, ['src'])).stdout, '2 files unchanged')
    assert.not.ok(existsSync(join(path, 'src/.ctxgen-999999999-01234567.tmp')))
  }))

test('new and orphaned outputs in an output folder are noticed', () =>
  inCached(async (project) => {
    const argv = ['-o', 'out', 'src']
    // The outputs beside the sources are orphans now.
    await runCli(project.path, ['--clean', ...argv])
    await runCli(project.path, argv)
    assert.ok(await isRemembered(project.path, argv))
    project.write({ 'out/gone.bind.ts': '// @generated by ctxgen from ../src/gone.ts. Do not edit.\n' })
    await expectSameAnswers(project.path, argv, 'orphan in the output folder')
    rmSync(join(project.path, 'out'), { recursive: true })
    await expectSameAnswers(project.path, argv, 'no output folder')
  }))

test('the projects of a config are cached separately', () =>
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

test('warnings are cached with the run', () =>
  inProject(
    { 'src/a.ts': '/** @query */\nexport interface A {\n  /** @quer v */ v: string\n}\n' },
    async (project) => {
      mkdirSync(join(project.path, 'node_modules'))
      await runCli(project.path, ['src'])
      await expectSameAnswers(project.path, ['src'], 'warning')
    },
  ))

test.run()
