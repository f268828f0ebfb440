import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
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

test('an app that does not exist, and one that does not compile, have no document', () =>
  inProject(files, async (project) => {
    link(project)
    assert.is((await runCli(project.path, ['asyncapi', 'src/none.ts'])).code, 2)
    const failed = await runCli(project.path, command)
    assert.is(failed.code, 1)
    assert.is(failed.stdout, '')
  }))

test.run()
