import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import ctxgen from 'ctxgen/vite'
import { WebSocket } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createServer, type Logger, type ViteDevServer } from 'vite'
import { bindInput } from '../../support/bind-input.ts'
import { inTempProject, type TempProject } from '../../support/temp-project.ts'
import { app, described, dto, service, sources } from '../plugin/scenarios.ts'

const output = 'src/dto/user.bind.ts'

interface Dev {
  readonly server: ViteDevServer
  /** Logged errors. */
  readonly errors: string[]
}

async function inDev(project: TempProject, run: (dev: Dev) => Promise<void>): Promise<void> {
  const errors: string[] = []
  const server = await createServer({
    root: project.path,
    configFile: false,
    customLogger: loggerInto(errors),
    plugins: [ctxgen()],
    server: { host: '127.0.0.1', port: 0 },
    ssr: { noExternal: true },
  })
  try {
    await server.listen()
    await run({ server, errors })
  } finally {
    await server.close()
  }
}

function loggerInto(errors: string[]): Logger {
  const ignore = (): void => {}
  const error = (text: string): void => {
    errors.push(text)
  }
  const rest = { info: ignore, warn: ignore, warnOnce: ignore, clearScreen: ignore }
  return { ...rest, error, hasWarned: false, hasErrorLogged: () => false }
}

/** The answer of the server's module to `?id=7`. */
async function answer({ server }: Dev): Promise<string> {
  const module = (await server.ssrLoadModule('/src/main.ts')) as { handle: (c: unknown) => string }
  return module.handle(bindInput({ query: 'id=7' }))
}

async function until(test: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let round = 0; round < 500; round++) {
    if (await test()) return
    await sleep(20)
  }
  assert.unreachable(what)
}

/** Messages sent to a page. */
async function openPage({ server }: Dev): Promise<readonly { type: string; err?: { message: string } }[]> {
  const url = server.resolvedUrls?.local[0]?.replace('http', 'ws')
  const socket = new WebSocket(`${url}?token=${server.config.webSocketToken}`, 'vite-hmr')
  const messages: { type: string; err?: { message: string } }[] = []
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  await until(() => messages.some(({ type }) => type === 'connected'), 'no connection')
  return messages
}

test('generates before serving, and again after each change', () =>
  inTempProject(async (project) => {
    project.write(sources)
    await inDev(project, async (dev) => {
      assert.is(await answer(dev), '{"id":7}')
      project.write({ 'src/dto/user.ts': dto('id: int', '/** @default 2 */ page: int') })
      await until(async () => (await answer(dev)) === '{"id":7,"page":2}', 'the change did not arrive')
      project.write({
        'src/number.ts': 'export type Id = string\n',
        'src/dto/user.ts': `import type { Id } from '../number.js'\n${dto('id: Id')}`,
      })
      await until(async () => (await answer(dev)) === '{"id":"7"}', 'the new import did not arrive')
      project.write({ 'src/number.ts': 'export type Id = number\n' })
      await until(async () => (await answer(dev)) === '{"id":7}', 'the change behind it did not arrive')
      project.write({ 'src/dto/late.ts': dto('id: int').replace('User', 'Late') })
      await until(() => project.has('src/dto/late.bind.ts'), 'the new source was not seen')
      assert.equal(dev.errors, [])
    })
  }))

test('an error appears in the terminal and on the page, and the server keeps the last good output', () =>
  inTempProject(async (project) => {
    project.write(sources)
    await inDev(project, async (dev) => {
      await answer(dev)
      const before = project.read(output)
      const page = await openPage(dev)
      project.write({ 'src/dto/user.ts': dto('id: symbol') })
      await until(() => dev.errors.length > 0, 'no error')
      assert.match(dev.errors.join('\n'), 'src/dto/user.ts:4:34 - error CTX2001')
      await until(() => page.some(({ err }) => err?.message.includes('CTX2001') === true), 'no overlay')
      assert.is(project.read(output), before)
      assert.is(await answer(dev), '{"id":7}')
      const late = await openPage(dev)
      await until(() => late.some(({ type }) => type === 'error'), 'no overlay on a page loaded later')
      project.write({ 'src/dto/user.ts': dto('id: int') })
      await until(() => page.some(({ type }) => type === 'full-reload'), 'the overlay stayed')
      assert.is(dev.errors.length, 1)
    })
  }))

test('a server starts with an error and recovers', () =>
  inTempProject(async (project) => {
    project.write({ ...sources, 'src/dto/user.ts': dto('id: symbol') })
    await inDev(project, async (dev) => {
      assert.is(dev.errors.length, 1)
      project.write({ 'src/dto/user.ts': dto('id: int') })
      await until(() => project.has(output), 'nothing was generated')
      assert.is(await answer(dev), '{"id":7}')
    })
  }))

test('the document of an app is written, and follows its handlers', () =>
  inTempProject(async (project) => {
    project.write(service)
    await inDev(project, async ({ errors }) => {
      const becomes = (expected: readonly unknown[]): Promise<void> =>
        until(() => isDeepStrictEqual(described(project), expected), JSON.stringify(expected))
      await becomes([['get /users', ['id'], ['id', 'name']]])
      project.write({ 'src/app.ts': app("app.get('/people', (c) => c.json(find(bindQueryUser(c).id)))") })
      await becomes([['get /people', ['id'], ['id', 'name']]])
      project.write({ 'src/users.ts': service['src/users.ts'].replace('name', 'email') })
      await becomes([['get /people', ['id'], ['id', 'email']]])
      project.write({ 'src/dto/user.ts': dto('id: int', 'page?: int') })
      await becomes([['get /people', ['id', 'page'], ['id', 'email']]])
      assert.equal(errors, [])
      const before = project.read('api/openapi.json')
      project.write({ 'src/app.ts': app('app.get(String(Math.random()), (c) => c.json(find(1)))') })
      await until(() => errors.length > 0, 'no error')
      assert.match(errors.join('\n'), 'src/app.ts:6:9 - error CTX5003')
      assert.is(project.read('api/openapi.json'), before)
      project.write({ 'src/app.ts': app("app.post('/users', (c) => c.json(find(1)))") })
      await becomes([['post /users', [], ['id', 'email']]])
    })
  }))

test('the last of many quick saves wins', () =>
  inTempProject(async (project) => {
    project.write(sources)
    await inDev(project, async () => {
      for (let round = 0; round < 5; round++) {
        for (const gap of [1, 5, 20, 40]) {
          project.write({ 'src/dto/user.ts': dto(`a${round}x${gap}: int`) })
          await sleep(gap)
        }
        project.write({ 'src/dto/user.ts': dto(`last${round}: int`) })
        await until(() => project.read(output).includes(`last${round}`), `round ${round}`)
      }
    })
  }))

test.run()
