import { symlinkSync } from 'node:fs'
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

test('a config says what to describe, and an error has its place and a way out', () =>
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

test.run()
