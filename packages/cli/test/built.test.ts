import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CliResult, dto, inProject, type Project, runCli } from './support/run-cli.ts'

/* The command as built and published: the short path of an unchanged run, and the compile cache. */

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

const describedApp = {
  'ctxgen.config.json': JSON.stringify({
    inputs: ['src/dto.ts'],
    openapi: { app: 'src/app.ts', output: 'openapi.json', asyncapi: 'asyncapi.json' },
    client: { output: 'web/api.ts' },
  }),
  'package.json': '{ "name": "rooms", "version": "1.0.0", "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [] } }',
  'src/dto.ts': `/** @socket */
export interface RoomSocket { receive: { text: string }; send: { text: string } }
export interface HelloDto {
  /** @query @default 1 @validate max=10 */
  times: number
}
`,
  'src/app.ts': `import { App } from '@ctxgen/runtime'
import { HelloDto, RoomSocket } from './dto.bind.js'

export const app = new App()
app.ws('/rooms/:room', RoomSocket, { message() {} })
app.get('/hello', (c) => { c.bind().query(HelloDto); c.json({}) })
`,
}

const staleReasons: Readonly<Record<string, (project: Project) => void>> = {
  'a DTO has changed, and its binder': ({ path, write, read }) => {
    write({ 'src/dto.ts': read('src/dto.ts').replace('max=10', 'max=5') })
    assert.is(runBuilt(path, ['src/dto.ts']).code, 0)
  },
  'the app has changed': ({ write, read }) =>
    write({ 'src/app.ts': read('src/app.ts').replaceAll(/'\/(rooms|hello)/g, "'/v2/$1") }),
  'the document was edited': ({ write, read }) => write({ 'openapi.json': `${read('openapi.json')} ` }),
  'the document of sockets is missing': ({ remove }) => remove('asyncapi.json'),
  'the client is missing': ({ remove }) => remove('web/api.ts'),
}

test('a check fails while a document or a client is stale, edited or missing', () =>
  inBuilt(describedApp, (project) => {
    const { path } = project
    symlinkSync(join(packageFolder, '../../node_modules/@ctxgen'), join(path, 'node_modules/@ctxgen'))
    const names = [...Object.keys(describedApp), 'openapi.json', 'asyncapi.json', 'web/api.ts']
    assert.is(runBuilt(path, []).code, 0)
    assert.is(runBuilt(path, ['--check']).code, 0)
    for (const [what, change] of Object.entries(staleReasons)) {
      const before = Object.fromEntries(names.map((name) => [name, project.read(name)]))
      change(project)
      assert.is(runBuilt(path, ['--check']).code, 1, what)
      project.write(before)
    }
    project.remove('web/api.ts')
    assert.is(runBuilt(path, []).code, 0)
    assert.ok(
      existsSync(join(path, 'web/api.ts')),
      'a run restores a file, although its binders are on record',
    )
  }))

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
const compiledIn = (path: string): string => join(path, 'node_modules/.cache/ctxgen/compiled')

/** A run that loads the compiler. */
function generateAnew(path: string, ...flags: readonly string[]): void {
  rmSync(join(path, 'src/a.bind.ts'), { force: true })
  const { code, stderr } = runBuilt(path, [...flags, 'src'])
  assert.equal({ code, stderr }, { code: 0, stderr: '' })
}

/** Files of compiled code; that of the compiler has several megabytes. */
function compiledFiles(path: string): readonly string[] {
  const names = readdirSync(compiledIn(path), { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(compiledIn(path), name)).filter((name) => statSync(name).isFile())
}

function isCompilerIn(path: string): boolean {
  return compiledFiles(path).some((name) => statSync(name).size > 1_000_000)
}

test('the second run that loads the compiler caches its code, beside the records', () =>
  inBuilt({}, ({ path }) => {
    generateAnew(path)
    runBuilt(path, ['src'])
    assert.not(existsSync(compiledIn(path)), 'a run without work loads no compiler')
    generateAnew(path, '--no-cache')
    assert.not(existsSync(compiledIn(path)))
    generateAnew(path)
    // Node 20 has no compile cache.
    assert.is(existsSync(compiledIn(path)), !isOldNode)
    if (isOldNode) return
    assert.ok(isCompilerIn(path))
    for (let i = 0; i < 60; i++) writeFileSync(join(path, `node_modules/.cache/ctxgen/${i}.json`), '{}')
    generateAnew(path)
    assert.ok(isCompilerIn(path), 'removing old records keeps the compiled code')
  }))

test('a damaged compile cache does no harm', () =>
  inBuilt({}, ({ path, read }) => {
    if (isOldNode) return
    generateAnew(path)
    generateAnew(path)
    const expected = read('src/a.bind.ts')
    for (const spoil of [cut, flipped, () => Buffer.alloc(0)]) {
      for (const name of compiledFiles(path)) writeFileSync(name, spoil(readFileSync(name)))
      generateAnew(path)
      assert.is(read('src/a.bind.ts'), expected)
      assert.ok(isCompilerIn(path))
    }
  }))

const cut = (code: Buffer): Buffer => code.subarray(0, code.length >> 1)

function flipped(code: Buffer): Buffer {
  const copy = Buffer.from(code)
  copy[code.length >> 1] = (copy[code.length >> 1] ?? 0) ^ 255
  return copy
}

test('a run whose compile cache cannot be written succeeds', () =>
  inBuilt({}, ({ path }) => {
    generateAnew(path)
    writeFileSync(compiledIn(path), 'a file, so that no folder can be made')
    generateAnew(path)
    generateAnew(path)
  }))

test('runs at once share a compile cache', () =>
  inBuilt({}, async ({ path, read }) => {
    generateAnew(path)
    const expected = read('src/a.bind.ts')
    rmSync(join(path, 'src/a.bind.ts'))
    const runs = Array.from({ length: 3 }, () => spawn(process.execPath, [bin, 'src'], { cwd: path }))
    const codes = await Promise.all(runs.map((run) => once(run, 'exit')))
    assert.equal(codes, [
      [0, null],
      [0, null],
      [0, null],
    ])
    assert.is(read('src/a.bind.ts'), expected)
    if (!isOldNode) assert.ok(isCompilerIn(path))
    generateAnew(path)
  }))

test('a dry run and --no-cache leave no files', () =>
  inBuilt({}, ({ path }) => {
    runBuilt(path, ['--dry-run', 'src'])
    runBuilt(path, ['--no-cache', 'src'])
    assert.equal(readdirSync(join(path, 'node_modules')), [])
  }))

test.run()
