import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answer, cacheOf, files, inCached, isRemembered, manifestsOf } from './support/cached-project.ts'
import { type CliResult, dto, inProject, runCli, spawnCli } from './support/run-cli.ts'

test('any damage of a cache record does no harm', () =>
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

/** Truncated, wrong shapes in every place, and invalid values. */
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

/** A record of the right shape is trusted. */
function isPaths(value: readonly unknown[]): boolean {
  return value.every((item) => Array.isArray(item) && item.every((one) => typeof one === 'string'))
}

test('an unwritable cache is not an error', async () => {
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

test('a record in --cache-dir holds in another checkout, as long as its contents are the same', () =>
  inProject(files, async ({ path }) => {
    assert.is((await runCli(path, ['--cache-dir', '.ctxgen', 'src'])).code, 0)
    assert.not.ok(existsSync(join(path, 'node_modules')))
    await inProject({}, async (other) => {
      cpSync(path, other.path, { recursive: true })
      const [name = ''] = readdirSync(join(other.path, '.ctxgen'))
      const record = other.read(`.ctxgen/${name}`)
      assert.not.ok(record.includes(path))
      const mark = {
        code: 'CTX9999',
        severity: 'warning',
        message: 'remembered',
        span: { path: 'src/a.ts', line: 1, column: 1, endLine: 1, endColumn: 2 },
      }
      other.write({ [`.ctxgen/${name}`]: JSON.stringify({ ...JSON.parse(record), diagnostics: [mark] }) })
      const check = (): Promise<CliResult> =>
        runCli(other.path, ['--check', '--json', '--cache-dir=.ctxgen', 'src'])
      const { stdout } = await check()
      assert.match(stdout, /remembered/)
      assert.match(stdout, /"file":"src.a.ts"/)
      other.write({ 'deep.ts': 'export type Deep = string\n' })
      const changed = await check()
      assert.is(changed.code, 1)
      assert.not.match(changed.stdout, /remembered/)
    })
  }))

test('--cache-dir outside the project is refused', () =>
  inProject(files, async ({ path }) => {
    const { code, stderr } = await runCli(path, ['--cache-dir', '../records', 'src'])
    assert.is(code, 2)
    assert.match(stderr, /outside the project/)
  }))

test('a dry run and --no-cache leave no files', () =>
  inProject(files, async ({ path }) => {
    mkdirSync(join(path, 'node_modules'))
    await runCli(path, ['--dry-run', 'src'])
    await runCli(path, ['--no-cache', 'src'])
    assert.equal(readdirSync(join(path, 'node_modules')), [])
  }))

test('a cached run needs no compiler', () =>
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

test('the number of cached runs is limited', () =>
  inCached(async ({ path }) => {
    for (let i = 0; i < 60; i++) writeFileSync(join(cacheOf(path), `${i}.json`), '{}')
    await runCli(path, ['--check', 'src/b.ts'])
    assert.is(manifestsOf(path).length, 50)
    assert.ok(await isRemembered(path, ['src/b.ts']))
  }))

test.run()
