import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inProject, type Project, runCli } from '../support/run-cli.ts'

const app = `import { App } from '@ctxgen/runtime'

export const app = new App()
app.get('/cars/:id<int>', (c) => c.json({ id: Number(c.params('id')) }))
`
const manifest = JSON.stringify({ name: 'cars', version: '1.2.3', type: 'module', description: 'Cars.' })
const tsconfig = JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', types: [] } })
const files = { 'package.json': manifest, 'tsconfig.json': tsconfig, 'src/app.ts': app }

/** Makes the packages of this repository those of a project. */
function link({ path }: Project): void {
  symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(path, 'node_modules'))
}

test('a document is written, printed, checked and verified', () =>
  inProject(files, async (project) => {
    link(project)
    const { path } = project
    const written = await runCli(path, ['openapi', 'src/app.ts', '-o', 'docs/openapi.json'])
    assert.is(written.code, 0, written.stderr)
    assert.match(written.stderr, /^1 operation, 0 schemas in \d+\.\d s\n$/)
    const document = JSON.parse(project.read('docs/openapi.json'))
    assert.equal(document.info, { title: 'cars', version: '1.2.3', description: 'Cars.' })
    assert.equal(Object.keys(document.paths), ['/cars/{id}'])

    const printed = await runCli(path, ['openapi', 'src/app.ts#app'])
    assert.is(printed.stdout, project.read('docs/openapi.json'))

    const args = ['openapi', 'src/app.ts', '-o', 'docs/openapi.json']
    assert.is((await runCli(path, [...args, '--check'])).code, 0)
    project.write({ 'src/app.ts': `${app}app.post('/cars', (c) => c.sendStatus(204))\n` })
    const stale = await runCli(path, [...args, '--check'])
    assert.is(stale.code, 1)
    assert.match(stale.stderr, /^\+ {4}"\/cars": \{$/m)
    assert.is(JSON.parse(project.read('docs/openapi.json')).paths['/cars'], undefined)
  }))

test('the running app is the referee', () =>
  inProject(files, async (project) => {
    link(project)
    const good = await runCli(project.path, ['openapi', 'src/app.ts', '-o', 'a.yaml', '--verify'])
    assert.is(good.code, 0, good.stderr)
    project.write({
      'other.mjs': `import { App } from '@ctxgen/runtime'\nexport const app = new App().get('/other', () => {})\n`,
    })
    const bad = await runCli(project.path, [
      'openapi',
      'src/app.ts',
      '-o',
      'b.yaml',
      '--verify',
      'other.mjs#app',
    ])
    assert.is(bad.code, 1)
    assert.match(bad.stderr, 'src/app.ts:4:1 - error CTX5030: the running app has no GET /cars/:id<int>')
    assert.match(bad.stderr, 'error CTX5031: the running app has GET /other, which the document lacks')
    assert.throws(() => project.read('b.yaml'))
  }))

test('an app that takes arguments is verified through a module that has them', () =>
  inProject(files, async (project) => {
    link(project)
    project.write({
      'maker.mjs': `import { App } from '@ctxgen/runtime'
export const createApp = ({ path }) => new App().get(path, () => {})\n`,
    })
    for (const module of ['maker.mjs', 'maker.mjs#createApp']) {
      const run = await runCli(project.path, ['openapi', 'src/app.ts', '--verify', module])
      assert.is(run.code, 2, run.stderr)
      assert.match(run.stderr, /createApp of maker\.mjs takes arguments/)
      assert.match(run.stderr, /--verify src\/verify\.ts/)
    }
  }))

test('a config names what to describe, and an error has its place and a way out', () =>
  inProject(
    {
      ...files,
      'ctxgen.config.json': JSON.stringify({
        inputs: ['src'],
        openapi: {
          app: 'src/app.ts',
          info: { title: 'Cars' },
          documents: [{ output: 'all.json' }, { output: 'none.yaml', prefix: '/none' }],
        },
      }),
    },
    async (project) => {
      link(project)
      assert.is((await runCli(project.path, ['openapi'])).code, 0)
      assert.is(JSON.parse(project.read('all.json')).info.title, 'Cars')
      assert.match(project.read('none.yaml'), /^openapi: 3\.1\.2\n/)
      project.write({
        'src/app.ts': `${app}declare const name: string\napp.get(name, (c) => c.sendStatus(204))\n`,
      })
      const failed = await runCli(project.path, ['openapi', '--check'])
      assert.is(failed.code, 1)
      assert.match(
        failed.stderr,
        'src/app.ts:6:9 - error CTX5003: the path name is not known before the app runs',
      )
      assert.match(failed.stderr, '/** @route GET /cars */')
    },
  ))

test('wrong usage is explained', () =>
  inProject(files, async (project) => {
    link(project)
    assert.is((await runCli(project.path, ['openapi'])).code, 2)
    assert.is((await runCli(project.path, ['openapi', 'src/none.ts'])).code, 2)
    assert.is((await runCli(project.path, ['openapi', '--spec', '2.0', 'src/app.ts'])).code, 2)
    assert.is((await runCli(project.path, ['openapi', 'src/app.ts', '--check'])).code, 2)
  }))

test('an error of the app is not reported as a bug of ctxgen', () =>
  inProject(files, async (project) => {
    link(project)
    const { path } = project
    project.write({
      'throws.mjs': 'throw new Error("no DATABASE_URL")',
      'syntax.mjs': 'export const x = (',
      'missing.mjs': 'import "./nowhere.js"',
      'make.mjs': 'export function app() { throw new Error("no DATABASE_URL") }',
    })
    for (const [name, code, text] of [
      ['throws.mjs', 1, 'error: throws.mjs cannot be imported: no DATABASE_URL\n'],
      ['syntax.mjs', 1, 'error: syntax.mjs cannot be imported: '],
      ['missing.mjs', 1, 'error: missing.mjs cannot be imported: Cannot find module'],
      ['make.mjs', 1, 'error: the function that makes the app throws: no DATABASE_URL\n'],
      ['none.mjs', 2, 'error: none.mjs does not exist.\n'],
    ] as const) {
      const failed = await runCli(path, ['openapi', 'src/app.ts', '--verify', name])
      assert.is(failed.code, code, name)
      assert.match(failed.stderr, text)
      assert.not.match(failed.stderr, /bug|report it|Did you mean/)
    }
    const verbose = await runCli(path, ['openapi', 'src/app.ts', '--verify', 'throws.mjs', '--verbose'])
    assert.match(verbose.stderr, /at file:.*throws\.mjs/)
  }))

test('an earlier document with broken references or values is compared all the same', () =>
  inProject(files, async (project) => {
    link(project)
    for (const paths of [
      null,
      { '/cars/{id}': { get: { parameters: 5, responses: null } } },
      { '/cars/{id}': { get: { parameters: [{ $ref: '#/%zz' }], responses: { 200: { $ref: '#/x%/~9' } } } } },
    ]) {
      project.write({ 'old.json': JSON.stringify({ openapi: '3.1.0', paths }) })
      const { code, stderr } = await runCli(project.path, ['openapi', 'src/app.ts', '--against', 'old.json'])
      assert.ok(code === 0 || /CTX51/.test(stderr), stderr)
      assert.not.match(stderr, 'bug')
    }
  }))

test('a document is written inside the project only, and over an earlier document only', () =>
  inProject(
    { 'p/package.json': manifest, 'p/tsconfig.json': tsconfig, 'p/src/app.ts': app, 'p/.git/x': '' },
    async (project) => {
      const path = join(project.path, 'p')
      link({ ...project, path })
      mkdirSync(join(project.path, 'out'))
      symlinkSync('../out', join(path, 'linked'))
      symlinkSync('../out/file.json', join(path, 'link.json'))
      project.write({
        'p/mine.json': '{"servers":[],"paths":{"openapi":1}}',
        'p/mine.yaml': 'info: 1\n# openapi: 3\n',
        'p/empty.json': '',
        'p/text.ts': 'const text = `\nopenapi: 3.1.0\n`\n',
      })
      for (const [output, message] of [
        ['src/app.ts', 'CTX3001: src/app.ts is no document'],
        ['package.json', 'CTX3001: package.json is no document'],
        ['mine.json', 'CTX3001: mine.json is no document'],
        ['mine.yaml', 'CTX3001: mine.yaml is no document'],
        ['empty.json', 'CTX3001: empty.json is no document'],
        ['text.ts', 'CTX3001: text.ts is no document'],
        ['../outside.json', 'CTX3002: ../outside.json is outside the project'],
        ['linked/a.json', 'CTX3002: linked/a.json links to ../out/a.json, outside the project'],
        ['link.json', 'CTX3002: link.json links to ../out/file.json, outside the project'],
        ['src', 'CTX3004: src could not be written: a folder has this name'],
      ] as const) {
        for (const named of ['flag', 'config', 'documents']) {
          const openapi = named === 'config' ? { output } : { documents: [{ output }] }
          const config = { inputs: ['src'], openapi: { app: 'src/app.ts', ...openapi } }
          project.write({ 'p/ctxgen.config.json': named === 'flag' ? '{}' : JSON.stringify(config) })
          const argv = named === 'flag' ? ['openapi', 'src/app.ts', '-o', output] : ['openapi']
          const { code, stderr } = await runCli(path, argv)
          assert.is(code, 1, output)
          assert.match(stderr, message)
        }
      }
      assert.is(project.read('p/src/app.ts'), app)
      assert.is(project.read('p/package.json'), manifest)
      assert.equal(readdirSync(project.path).sort(), ['.git', 'out', 'p'])
      assert.equal(readdirSync(join(project.path, 'out')), [])
    },
  ))

test('an earlier document is replaced, also one with conflict marks', () =>
  inProject(files, async (project) => {
    link(project)
    const { path } = project
    for (const [name, text] of Object.entries({
      'a.json': '{"openapi":"3.0.0"}',
      'b.yaml': 'info: {}\nopenapi: 3.0.0\n',
      'c.json': '{"asyncapi":"3.0.0"}',
      'd.json':
        '{\n<<<<<<< HEAD\n  "openapi": "3.1.2",\n=======\n  "openapi": "3.0.0",\n>>>>>>> x\n  "a": 1\n}\n',
    })) {
      project.write({ [name]: text })
      const { code, stderr } = await runCli(path, ['openapi', 'src/app.ts', '-o', name])
      assert.is(code, 0, `${name}: ${stderr}`)
      assert.match(project.read(name), '/cars/{id}')
    }
  }))

test.run()
