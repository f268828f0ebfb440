import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CliResult, dto, inProject, type Project, runCli } from './support/run-cli.ts'

/* The command as built and published: the short path of an unchanged run, and the compiler's code cache. */

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const bin = join(packageFolder, 'bin/ctxgen.js')
const longWay = join(packageFolder, 'dist/bin.cjs')

/** A copy of the command without the long path. */
const shortOnly = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-short-')))
cpSync(join(packageFolder, 'bin'), join(shortOnly, 'bin'), { recursive: true })
cpSync(join(packageFolder, 'dist/remembered.cjs'), join(shortOnly, 'dist/remembered.cjs'))
symlinkSync(join(packageFolder, '../../node_modules'), join(shortOnly, 'node_modules'), 'junction')
test.after(() => rmSync(shortOnly, { recursive: true, force: true }))

function runBuilt(cwd: string, argv: readonly string[], script = bin): CliResult {
  const env = { ...process.env, GITHUB_ACTIONS: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv], {
    cwd,
    env,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

function isAnsweredShort(cwd: string, argv: readonly string[]): boolean {
  const { code, stdout, stderr } = runBuilt(cwd, argv, join(shortOnly, 'bin/ctxgen.js'))
  if (code === 0) return true
  assert.match(stderr, 'MODULE_NOT_FOUND')
  assert.match(stderr, 'dist/bin.cjs')
  assert.is(stdout, '')
  return false
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

test('an unchanged run takes the short path, with the output of the long one', () =>
  inBuilt({}, ({ path }) => {
    assert.is(runBuilt(path, ['src']).code, 0)
    for (const argv of [
      ['--check', 'src'],
      ['src'],
      ['--check', '--verbose', 'src'],
      ['--check', '--quiet', 'src'],
      ['--check', '--json', 'src'],
      ['--dry-run', '--verbose', '--no-color', 'src'],
      ['--clean', 'src'],
    ]) {
      assert.ok(isAnsweredShort(path, argv), argv.join(' '))
      assert.equal(
        withoutTime(runBuilt(path, argv)),
        withoutTime(runBuilt(path, argv, longWay)),
        argv.join(' '),
      )
    }
  }))

test('a config of plain data allows the short path', () =>
  inBuilt(
    { 'ctxgen.config.json': '[{ "inputs": ["src/a.ts"] }, { "inputs": ["src/b.ts"], "outDir": "out" }]' },
    ({ path }) => {
      assert.is(runBuilt(path, []).code, 0)
      assert.ok(isAnsweredShort(path, ['--check']))
      assert.match(runBuilt(path, ['--check']).stdout, /^2 files unchanged in /)
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
  'a folder is called as a command': ({ write }) => {
    write({ 'completion/c.ts': dto('C') })
    return ['completion']
  },
}

test('any reason to regenerate takes the long path, with the same output', () =>
  inBuilt({}, async (project) => {
    const { path } = project
    runBuilt(path, ['src'])
    cpSync(join(path, 'src'), join(path, 'as-it-was'), { recursive: true })
    // The copies are new generated files in the package.
    runBuilt(path, ['src'])
    for (const [what, prepare] of Object.entries(reasons)) {
      assert.ok(isAnsweredShort(path, ['--check', 'src']), `before ${what}`)
      await expectLongWay(path, prepare(project))
      for (const name of readdirSync(path).filter((one) => !lasting.includes(one))) {
        rmSync(join(path, name), { recursive: true })
      }
      cpSync(join(path, 'as-it-was'), join(path, 'src'), { recursive: true })
    }
  }))

const lasting: readonly string[] = ['as-it-was', 'node_modules', '.git']

test('so do further options of the command line', () =>
  inBuilt({}, async ({ path }) => {
    runBuilt(path, ['src'])
    assert.ok(isAnsweredShort(path, ['--check', 'src']))
    for (const argv of [
      ['--check', 'nowhere'],
      ['--check'],
      ['--check', '--missing', 'error', 'src'],
      ['--chekc', 'src'],
      ['--check', '--no-cache', 'src'],
    ]) {
      await expectLongWay(path, argv)
    }
  }))

async function expectLongWay(path: string, argv: readonly string[]): Promise<void> {
  assert.not.ok(isAnsweredShort(path, argv), argv.join(' '))
  assert.equal(withoutTime(runBuilt(path, argv)), withoutTime(await runCli(path, argv)), argv.join(' '))
}

const isOldNode = Number.parseInt(process.versions.node, 10) < 22
const compiledIn = (path: string): string => join(path, 'node_modules/.cache/ctxgen-compiler')

test('the second run that loads the compiler caches its code', () =>
  inBuilt({}, ({ path }) => {
    assert.is(runBuilt(path, ['src']).code, 0)
    // Newer ones cache it themselves, elsewhere.
    assert.is(existsSync(compiledIn(path)), isOldNode)
    if (!isOldNode) return
    assert.equal(readdirSync(compiledIn(path)), [])
    runBuilt(path, ['src'])
    assert.equal(readdirSync(compiledIn(path)), [], 'a run without work loads no compiler')
    rmSync(join(path, 'src/a.bind.ts'))
    runBuilt(path, ['src'])
    assert.is(readdirSync(compiledIn(path)).length, 1)
  }))

test('a damaged compiler cache does no harm', () =>
  inBuilt({}, ({ path, read }) => {
    if (!isOldNode) return
    keepCompiler(path)
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
      // An unusable cache is replaced.
      assert.is(runBuilt(path, ['--check', '--no-cache', 'src']).code, 0)
      assert.ok(readFileSync(place).length > 1_000_000)
    }
    rmSync(place)
    mkdirSync(place)
    rmSync(join(path, 'src/a.bind.ts'))
    assert.is(runBuilt(path, ['src']).code, 0)
    assert.is(read('src/a.bind.ts'), expected)
  }))

function keepCompiler(path: string): void {
  for (let run = 0; run < 2; run++) {
    rmSync(join(path, 'src/a.bind.ts'), { force: true })
    assert.is(runBuilt(path, ['src']).code, 0)
  }
}

function* spoiled(code: Buffer): Generator<Buffer> {
  yield Buffer.alloc(0)
  yield code.subarray(0, 40)
  yield code.subarray(0, code.length >> 1)
  const flipped = Buffer.from(code)
  flipped[code.length >> 1] = (flipped[code.length >> 1] ?? 0) ^ 255
  yield flipped
}

test('a dry run and --no-cache leave no files', () =>
  inBuilt({}, ({ path }) => {
    runBuilt(path, ['--dry-run', 'src'])
    runBuilt(path, ['--no-cache', 'src'])
    assert.equal(readdirSync(join(path, 'node_modules')), [])
  }))

test.run()
