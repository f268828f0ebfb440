import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App } from '../../../src/index.ts'
import { pause, until } from '../../support/serve.ts'

test('hooks run in order, start hooks once and before the port is open', async () => {
  const seen: string[] = []
  const app = new App()
  app.onStart(async () => {
    await pause(20)
    seen.push('start 1')
  })
  app.onStart(() => seen.push('start 2'))
  app.onStop(async (reason) => {
    await pause(20)
    seen.push(`stop 1 ${reason}`)
  })
  app.onStop((reason) => seen.push(`stop 2 ${reason}`))
  app.get('/', (c) => c.sendString(seen.join()))
  const { url } = await app.listen({ host: '127.0.0.1' })
  await app.listen({ host: '127.0.0.1' })
  assert.is(await (await fetch(url)).text(), 'start 1,start 2')
  await app.shutdown({ reason: 'test' })
  assert.equal(seen, ['start 1', 'start 2', 'stop 1 test', 'stop 2 test'])
  await app.listen({ host: '127.0.0.1' })
  await app.shutdown('SIGTERM')
  assert.equal(seen.slice(4), ['start 1', 'start 2', 'stop 1 SIGTERM', 'stop 2 SIGTERM'])
})

test('fetch runs the start hooks before the first request', async () => {
  let starts = 0
  const app = new App().onStart(async () => {
    await pause(10)
    starts++
  })
  app.get('/', (c) => c.sendString(`${starts}`))
  const answers = await Promise.all(['/', '/', '/'].map(async (path) => (await app.test(path)).text()))
  assert.equal(answers, ['1', '1', '1'])
})

test('a start hook that fails, or takes too long, is the error of listen', async () => {
  const failing = new App().onStart(() => Promise.reject(new Error('no database')))
  let ran = false
  failing.onStart(() => {
    ran = true
  })
  await assertRejects(failing.listen({ host: '127.0.0.1' }), /^no database$/)
  assert.not(ran)
  const slow = new App().onStart(() => new Promise(() => {}), { timeout: 20 })
  await assertRejects(slow.listen({ host: '127.0.0.1' }), /^onStart: a hook took longer than 20 ms$/)
})

test('all stop hooks run, and shutdown rejects with their errors', async () => {
  const seen: number[] = []
  const app = new App()
  app.onStop(() => Promise.reject(new Error('first')))
  app.onStop(() => new Promise(() => {}), { timeout: 20 })
  app.onStop(() => seen.push(3))
  const { url } = await app.listen({ host: '127.0.0.1' })
  const error = await app.shutdown().catch((one: unknown) => one)
  assert.instance(error, AggregateError)
  const { errors } = error as AggregateError
  assert.equal(
    errors.map((one) => String(one)),
    ['Error: first', 'Error: onStop: a hook took longer than 20 ms'],
  )
  assert.equal(seen, [3])
  await assertRejects(fetch(url), /fetch failed/)
})

for (const timeout of [0, -1, Number.NaN]) {
  test(`a hook's timeout of ${timeout} is refused`, () => {
    assert.throws(() => new App().onStart(() => {}, { timeout }), /^onStart: timeout/)
    assert.throws(() => new App().onStop(() => {}, { timeout }), /^onStop: timeout/)
  })
}

test('drainDelay: requests are still served, then stopping() aborts, then the server closes', async () => {
  const app = new App()
  const seen: string[] = []
  app.onStop(() => seen.push('hook'))
  app.get('/', (c) => c.sendString(`${c.app().isStopping} ${c.stopping().aborted}`))
  app.get('/wait', async (c) => {
    await new Promise((resolve) => c.stopping().addEventListener('abort', resolve))
    seen.push('aborted')
    await pause(50)
    seen.push('answered')
    c.sendString(String(c.stopping().reason))
  })
  const { url } = await app.listen({ host: '127.0.0.1' })
  assert.is(await (await fetch(url)).text(), 'false false')
  const waiting = fetch(`${url}/wait`)
  await pause(50)
  const stopped = app.shutdown({ drainDelay: 300, reason: 'SIGTERM' })
  assert.is(await (await fetch(url)).text(), 'true false')
  assert.is(await (await waiting).text(), 'Error: the app stops: SIGTERM')
  assert.is(await stopped, true)
  assert.equal(seen, ['aborted', 'answered', 'hook'])
  await assertRejects(app.shutdown({ drainDelay: -1 }), /^drainDelay/)
})

test('a second shutdown in the delay waits for the first', async () => {
  const app = new App()
  app.get('/', (c) => c.sendString(''))
  const { url } = await app.listen({ host: '127.0.0.1' })
  const first = app.shutdown({ drainDelay: 200 })
  const second = app.shutdown({ timeout: 0 })
  assert.is((await fetch(url)).status, 200)
  assert.equal(await Promise.all([first, second]), [true, true])
})

test('stopping() is available again after another listen', async () => {
  const app = new App()
  app.get('/', (c) => c.sendString(`${c.app().isStopping} ${c.stopping().aborted}`))
  await app.listen({ host: '127.0.0.1' })
  await app.shutdown()
  const { url } = await app.listen({ host: '127.0.0.1' })
  assert.is(await (await fetch(url)).text(), 'false false')
  await app.shutdown()
})

/** A process of the script beside this test. */
class Process {
  readonly child: ChildProcess
  printed = ''

  constructor(...args: readonly string[]) {
    const script = fileURLToPath(new URL('./signals-app.ts', import.meta.url))
    this.child = fork(script, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text
      })
  }

  async url(): Promise<string> {
    const [url] = await once(this.child, 'message')
    return String(url)
  }

  async end(): Promise<readonly [code: number | null, signal: string | null]> {
    const { child } = this
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return [child.exitCode, child.signalCode]
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`signals: ${signal} stops the app, and the process ends`, async () => {
    const process = new Process('1')
    const url = await process.url()
    const slow = fetch(`${url}/slow`)
    await pause(100)
    process.child.kill(signal)
    assert.is(await (await slow).text(), 'slow')
    assert.equal(await process.end(), [0, null])
    assert.is(process.printed, `start\nstop ${signal}\n`)
  })
}

test('signals: a second one ends the process at once', async () => {
  const process = new Process('1')
  const url = await process.url()
  const hanging = fetch(`${url}/hang`).catch(() => {})
  await pause(100)
  process.child.kill('SIGTERM')
  await pause(100)
  process.child.kill('SIGTERM')
  assert.equal(await process.end(), [null, 'SIGTERM'])
  await hanging
})

test('signals: the hooks of a supervisor do not run, those of each worker do', async () => {
  const process = new Process('2')
  const url = await process.url()
  const slow = fetch(`${url}/slow`)
  await pause(100)
  process.child.kill('SIGTERM')
  assert.is(await (await slow).text(), 'slow')
  assert.equal(await process.end(), [0, null])
  assert.equal(process.printed.split('\n').sort(), ['', 'start', 'start', 'stop SIGTERM', 'stop SIGTERM'])
})

test('signals: workers serve in the delay, but are not ready', async () => {
  const process = new Process('2', '500')
  const url = await process.url()
  assert.is(await (await fetch(`${url}/stopping`)).text(), 'false')
  process.child.kill('SIGTERM')
  let answer = 'false'
  for (let i = 0; i < 20 && answer === 'false'; i++) {
    await pause(10)
    answer = await (await fetch(`${url}/stopping`, { headers: { connection: 'close' } })).text()
  }
  assert.is(answer, 'true')
  assert.equal(await process.end(), [0, null])
})

test('signals: a hook that fails is printed, and the exit code is 1', async () => {
  const process = new Process('1', '0', 'fail')
  await process.url()
  process.child.kill('SIGTERM')
  assert.equal(await process.end(), [1, null])
  assert.match(process.printed, 'the app did not stop cleanly: Error: hook failed')
})

test('listeners of signals are removed with the app', async () => {
  const before = process.listenerCount('SIGTERM')
  const app = new App()
  await app.listen({ host: '127.0.0.1', signals: { timeout: 100 } })
  assert.is(process.listenerCount('SIGTERM'), before + 1)
  await app.shutdown()
  assert.is(process.listenerCount('SIGTERM'), before)
  assert.ok(await until(() => true))
})

async function assertRejects(work: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  )
  assert.match(error instanceof Error ? error.message : `resolved: ${error}`, message)
}

test.run()
