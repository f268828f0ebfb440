import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CliResult, dto, inProject, type Project } from './run-cli.ts'

/*
 * The command as it is built and published, with the short way of a run that finds everything as an earlier one left it, and
 * with the compiler as an earlier run compiled it.
 */

const bin = fileURLToPath(new URL('../bin/ctxgen.js', import.meta.url))
const longWay = fileURLToPath(new URL('../dist/bin.js', import.meta.url))

interface BuiltResult extends CliResult {
  /** Whether the long way was gone. */
  readonly isLong: boolean
}

/** Which scripts a process loaded is in what node writes down about its coverage. */
function runBuilt(cwd: string, argv: readonly string[], script = bin): BuiltResult {
  const coverage = join(cwd, 'node_modules/coverage')
  rmSync(coverage, { recursive: true, force: true })
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, GITHUB_ACTIONS: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    cwd,
    env,
    encoding: 'utf8',
  })
  const loaded = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), 'utf8'))
  return { code: status, stdout, stderr, isLong: loaded.some((text) => text.includes('/dist/bin.js"')) }
}

function inBuilt(files: Readonly<Record<string, string>>, use: (project: Project) => unknown): Promise<void> {
  return inProject({ 'src/a.ts': dto('A'), 'src/b.ts': dto('B'), ...files }, async (project) => {
    mkdirSync(join(project.path, 'node_modules'))
    await use(project)
  })
}

const withoutTime = ({ code, stdout, stderr }: CliResult): object => ({
  code,
  stdout: stdout.replace(/ in [\d.]+ m?s$/m, ''),
  stderr,
})

test('what an earlier run has seen is answered the short way, in the words of the long one', () =>
  inBuilt({}, ({ path }) => {
    assert.ok(runBuilt(path, ['src']).isLong)
    for (const argv of [
      ['--check', 'src'],
      ['src'],
      ['--check', '--verbose', 'src'],
      ['--check', '--quiet', 'src'],
      ['--check', '--json', 'src'],
      ['--dry-run', '--verbose', '--no-color', 'src'],
      ['--clean', 'src'],
    ]) {
      const short = runBuilt(path, argv)
      assert.not.ok(short.isLong, argv.join(' '))
      assert.equal(withoutTime(short), withoutTime(runBuilt(path, argv, longWay)), argv.join(' '))
    }
  }))

test('a config of plain data is no reason for the long way', () =>
  inBuilt(
    { 'ctxgen.config.json': '[{ "inputs": ["src/a.ts"] }, { "inputs": ["src/b.ts"], "outDir": "out" }]' },
    ({ path }) => {
      assert.is(runBuilt(path, []).code, 0)
      const { isLong, stdout } = runBuilt(path, ['--check'])
      assert.not.ok(isLong)
      assert.match(stdout, /^2 files unchanged in /)
    },
  ))

const reasons: Readonly<Record<string, (project: Project) => readonly string[]>> = {
  'a source has changed': ({ write }) => {
    write({ 'src/b.ts': dto('B2') })
    return ['--check', 'src']
  },
  'an output was edited': ({ write, read }) => {
    write({ 'src/b.bind.ts': `${read('src/b.bind.ts')}// mine\n` })
    return ['--check', 'src']
  },
  'an output is orphaned': ({ remove }) => {
    remove('src/b.ts')
    return ['--check', 'src']
  },
  'a source is wrong': ({ write }) => {
    write({ 'src/b.ts': dto('B').replace('string', 'symbol') })
    return ['--check', 'src']
  },
  'the config is code': ({ write }) => {
    write({ 'ctxgen.config.mjs': `export default { inputs: ['src'] }\n` })
    return ['--check']
  },
  'the config is wrong': ({ write }) => {
    write({ 'ctxgen.config.json': '{ "inputs": "src" }' })
    return ['--check']
  },
  'an input does not exist': () => ['--check', 'nowhere'],
  'there is nothing to read': () => ['--check'],
  'an option has a value': () => ['--check', '--missing', 'error', 'src'],
  'an option is unknown': () => ['--chekc', 'src'],
  'nothing remembered is to be used': () => ['--check', '--no-cache', 'src'],
  'a folder is called as a command': ({ write }) => {
    write({ 'completion/c.ts': dto('C') })
    return ['completion']
  },
}

for (const [what, prepare] of Object.entries(reasons)) {
  test(`the long way is gone, and says the same, when ${what}`, () =>
    inBuilt({}, (project) => {
      runBuilt(project.path, ['src'])
      const argv = prepare(project)
      const result = runBuilt(project.path, argv)
      assert.ok(result.isLong)
      assert.equal(withoutTime(result), withoutTime(runBuilt(project.path, argv, longWay)))
    }))
}

const isOldNode = Number.parseInt(process.versions.node, 10) < 22
const compiledIn = (path: string): string => join(path, 'node_modules/.cache/ctxgen-compiler')

test('the compiler is kept as it was compiled, and whatever stands in its place is no harm', () =>
  inBuilt({}, ({ path, read }) => {
    assert.is(runBuilt(path, ['src']).code, 0)
    // Newer ones keep it themselves, elsewhere.
    assert.is(existsSync(compiledIn(path)), isOldNode)
    if (!isOldNode) return
    const [name = ''] = readdirSync(compiledIn(path))
    const place = join(compiledIn(path), name)
    const expected = read('src/a.bind.ts')
    const kept = join(path, 'kept')
    copyFileSync(place, kept)
    for (const spoil of spoiled(readFileSync(kept))) {
      writeFileSync(place, spoil)
      rmSync(join(path, 'src/a.bind.ts'))
      assert.is(runBuilt(path, ['src']).code, 0)
      assert.is(read('src/a.bind.ts'), expected)
      // One that is no use is replaced.
      assert.is(runBuilt(path, ['--check', '--no-cache', 'src']).code, 0)
      assert.ok(readFileSync(place).length > 1_000_000)
    }
    rmSync(place)
    mkdirSync(place)
    rmSync(join(path, 'src/a.bind.ts'))
    assert.is(runBuilt(path, ['src']).code, 0)
    assert.is(read('src/a.bind.ts'), expected)
  }))

function* spoiled(code: Buffer): Generator<Buffer> {
  yield Buffer.alloc(0)
  yield code.subarray(0, 40)
  yield code.subarray(0, code.length >> 1)
  const flipped = Buffer.from(code)
  flipped[code.length >> 1] = (flipped[code.length >> 1] ?? 0) ^ 255
  yield flipped
}

test('a dry run and --no-cache leave nothing behind', () =>
  inBuilt({}, ({ path }) => {
    runBuilt(path, ['--dry-run', 'src'])
    runBuilt(path, ['--no-cache', 'src'])
    assert.equal(readdirSync(join(path, 'node_modules')), ['coverage'])
  }))

test.run()
