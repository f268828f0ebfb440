import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePlan } from '../../src/plan.ts'
import { PlanRun } from '../../src/plan-run.ts'
import { inProject, type Project, runCli } from '../support/run-cli.ts'

const app = `import { App } from '@ctxgen/runtime'
import { RoomSocket } from './dto.bind.js'

export const app = new App()
app.ws('/rooms/:room', RoomSocket, { message() {} }).name('joinRoom')
`
const files = {
  'package.json': JSON.stringify({ name: 'rooms', version: '1.2.3', type: 'module' }),
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', types: [] } }),
  'src/dto.ts':
    '/** @socket */\nexport interface RoomSocket { receive: { text: string }; send: { text: string } }\n',
  'src/app.ts': app,
}

/** Makes the packages of this repository those of a project. */
function link({ path }: Project): void {
  symlinkSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(path, 'node_modules'))
}

const command = ['asyncapi', 'src/app.ts']

test('a document is printed, written and checked', () =>
  inProject(files, async (project) => {
    link(project)
    assert.is((await runCli(project.path, ['src'])).code, 0)
    const printed = await runCli(project.path, command)
    assert.is(printed.code, 0, printed.stderr)
    assert.match(printed.stderr, /^1 channel in \d+\.\d s\n$/)
    const document = JSON.parse(printed.stdout)
    assert.equal(document.info, { title: 'rooms', version: '1.2.3' })
    assert.equal(Object.keys(document.operations), ['joinRoom.receive', 'joinRoom.send'])
    const file = ['-o', 'asyncapi.yaml']
    assert.is((await runCli(project.path, [...command, ...file])).code, 0)
    assert.match(project.read('asyncapi.yaml'), 'address: /rooms/{room}')
    assert.is((await runCli(project.path, [...command, ...file, '--check'])).code, 0)
    project.write({ 'src/app.ts': app.replace('joinRoom', 'enterRoom') })
    const stale = await runCli(project.path, [...command, ...file, '--check'])
    assert.is(stale.code, 1)
    assert.match(stale.stderr, 'enterRoom')
    assert.is((await runCli(project.path, [...command, '--check'])).code, 2)
  }))

test('the config names the file, which a watch keeps up to date', () =>
  inProject(files, async (project) => {
    link(project)
    const config = { inputs: ['src'], openapi: { app: 'src/app.ts', asyncapi: 'docs/asyncapi.json' } }
    project.write({ 'ctxgen.config.json': JSON.stringify(config) })
    const flags = { inputs: [], check: false, dryRun: false, clean: false }
    const plan = await makePlan(flags, { cwd: project.path })
    const run = new PlanRun(plan, () => makePlan(flags, { cwd: project.path }))
    assert.equal((await run.refresh()).diagnostics, [])
    const operations = (): readonly string[] =>
      Object.keys(JSON.parse(project.read('docs/asyncapi.json')).operations)
    assert.equal(operations(), ['joinRoom.receive', 'joinRoom.send'])
    assert.is((await runCli(project.path, ['asyncapi', '--check'])).code, 0)

    project.write({ 'src/app.ts': app.replace('joinRoom', 'enterRoom') })
    assert.is((await runCli(project.path, ['asyncapi', '--check'])).code, 1)
    await run.update([join(project.path, 'src/app.ts')], () => [])
    assert.equal(operations(), ['enterRoom.receive', 'enterRoom.send'])
    const printed = await runCli(project.path, ['asyncapi'])
    assert.equal([printed.code, printed.stdout], [0, ''])
  }))

test('a run without inputs writes the documents and the client of the config, and a check compares them', () =>
  inProject(files, async (project) => {
    link(project)
    const config = {
      inputs: ['src'],
      openapi: { app: 'src/app.ts', output: 'openapi.json', asyncapi: 'asyncapi.json' },
      client: { output: 'web/api.ts' },
    }
    project.write({ 'ctxgen.config.json': JSON.stringify(config) })
    assert.is((await runCli(project.path, ['--dry-run'])).code, 0)
    assert.not(existsSync(join(project.path, 'openapi.json')))
    const written = await runCli(project.path, [])
    assert.is(written.code, 0, written.stderr)
    const checked = await runCli(project.path, ['--check'])
    assert.is(checked.code, 0, checked.stderr)
    for (const file of ['openapi.json', 'asyncapi.json', 'web/api.ts']) {
      const text = project.read(file)
      const [first = ''] = text.match(/1\.2\.3|joinRoom/) ?? []
      project.write({ [file]: text.replace(first, 'x'), 'ctxgen.config.json': JSON.stringify(config) })
      const stale = await runCli(project.path, ['--check'])
      assert.equal([file, stale.code], [file, 1])
      assert.match(stale.stderr, `error CTX3005: ${file} is stale: it no longer matches src/app.ts`)
      const command = { 'openapi.json': 'openapi', 'asyncapi.json': 'asyncapi', 'web/api.ts': 'client' }[file]
      assert.match(stale.stdout, `To update it: npx ctxgen ${command}\n`)
      project.remove(file)
      const missing = await runCli(project.path, ['--check', '--quiet'])
      assert.is(missing.code, 1)
      assert.match(missing.stderr, `error CTX3006: ${file} is missing: it is written from src/app.ts`)
      assert.is((await runCli(project.path, ['--check', 'src'])).code, 0)
      project.write({ [file]: text })
    }
    project.write({
      'ctxgen.config.json': JSON.stringify({ inputs: ['src'], openapi: { app: 'src/app.ts' } }),
    })
    assert.is((await runCli(project.path, ['--check'])).code, 0)
  }))

test('an app that does not exist, and one that does not compile, have no document', () =>
  inProject(files, async (project) => {
    link(project)
    assert.is((await runCli(project.path, ['asyncapi', 'src/none.ts'])).code, 2)
    const failed = await runCli(project.path, command)
    assert.is(failed.code, 1)
    assert.is(failed.stdout, '')
  }))

test.run()
