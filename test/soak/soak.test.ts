import { createServer } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runBodies } from './bodies/run-bodies.ts'
import { atMost, noneOf, tableOf } from './figure.ts'
import { runLive } from './live/run-live.ts'
import { Clients } from './serve/client.ts'
import { runServe } from './serve/run-serve.ts'
import { runUploads } from './uploads/run-uploads.ts'

test('a figure past its limit is a failure, and so is one that could not be measured', () => {
  assert.not(atMost('a', 5, 5, 'MB').isFailure)
  assert.ok(atMost('a', 5.1, 5, 'MB').isFailure)
  assert.ok(atMost('a', Number.NaN, 5, 'MB').isFailure)
  assert.not(noneOf('a', 0).isFailure)
  assert.ok(noneOf('a', 1).isFailure)
  assert.match(tableOf('part', [noneOf('a', 1)]), /\| a \| 1 \| 0 \| FAILURE \|/)
})

test('a short soak finds no failure', async () => {
  const figures = await runServe({ minutes: 0.04, connections: 40, seed: 1 })
  assert.equal(
    figures.filter(({ isFailure }) => isFailure),
    [],
  )
  assert.ok(figures.length > 15)
})

test('a short attack by uploads that never end harms nobody, and takes no more memory than it may', async () => {
  const figures = await runBodies({ minutes: 0.08, seed: 1 })
  assert.equal(
    figures.filter(({ isFailure }) => isFailure),
    [],
  )
  assert.is(figures.length, 11)
})

test('sockets and streams that come and go for a short time miss nothing', async () => {
  const figures = await runLive({ minutes: 0.08, seed: 1 })
  assert.equal(
    figures.filter(({ isFailure }) => isFailure),
    [],
  )
  assert.ok(Number(figures.find(({ name }) => name === 'answers to sockets')?.value) > 20)
})

test('short uploads by stream lose nothing, and leave nothing behind', async () => {
  const figures = await runUploads({ minutes: 0.08, seed: 1 })
  assert.equal(
    figures.filter(({ isFailure }) => isFailure),
    [],
  )
  assert.is(figures.length, 14)
})

/** Possible failures of a service, and how clients see them. */
const broken: Readonly<Record<string, Parameters<typeof createServer>[1]>> = {
  'the mark of another request': (request, response) => {
    response.setHeader('X-Mark', 'other')
    response.writeHead(request.url === '/json' ? 400 : 200).end('{}')
  },
  'wrong body': (request, response) => {
    response.setHeader('X-Mark', String(request.headers['x-mark']))
    response.end('{}')
  },
  'status 500': (_request, response) => {
    response.writeHead(500).end()
  },
  'socket hang up': (request) => {
    request.socket.destroy()
  },
}

for (const [failure, answer] of Object.entries(broken)) {
  test(`the clients notice: ${failure}`, async () => {
    const server = createServer({}, answer).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const clients = new Clients(typeof address === 'object' && address !== null ? address.port : 0, 1)
    await clients.run(4, 200)
    server.closeAllConnections()
    server.close()
    assert.ok(clients.seen.wrong.some((one) => one.includes(failure)))
  })
}

test.run()
