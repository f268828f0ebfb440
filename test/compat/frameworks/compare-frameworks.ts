// Serves the same binder through every adapter, and through our own App, with the real frameworks and over real sockets:
// all must answer the same. `npm run test:frameworks` installs what it needs and runs this.
import { gzipSync } from 'node:zlib'
import { App } from '@ctxgen/runtime'
import { problemOf } from '@ctxgen/runtime/adapters'
import { bindAllParkCar } from '../../../examples/garage-api/src/dto/car.bind.ts'
import { frameworks, type Server } from './frameworks.ts'

interface Call {
  readonly name: string
  readonly target?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | FormData
}

const car = { plate: 'AB 12', doors: 4, owner: { name: 'Ann', birth_date: '1980-02-03T00:00:00Z' } }
const json = { 'content-type': 'application/json', cookie: 'session=s1' }
const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: 'session=s1' }
const text = JSON.stringify(car)

const multipart = new FormData()
multipart.append('plate', 'AB 12')
multipart.append('doors', '4')
multipart.append('owner[name]', 'Ann')

const calls: readonly Call[] = [
  { name: 'JSON', headers: json, body: text },
  {
    name: 'query, header, cookie',
    target: '/garages/7/cars?dryRun=true',
    headers: { ...json, 'x-request-id': 'r' },
    body: text,
  },
  { name: 'a form', headers: form, body: 'plate=A%20B&doors=4&owner%5Bname%5D=Ann&colour=red' },
  { name: 'multipart', headers: { cookie: 'session=s1' }, body: multipart },
  { name: 'gzip', headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(text) },
  { name: 'an escaped parameter', target: '/garages/%37/cars', headers: json, body: text },
  { name: 'a wrong parameter', target: '/garages/x/cars', headers: json, body: text },
  {
    name: 'several issues',
    target: '/garages/7/cars?dryRun=maybe',
    headers: json,
    body: '{"plate":1,"doors":300,"owner":{}}',
  },
  { name: 'no cookie', headers: { 'content-type': 'application/json' }, body: text },
  { name: 'no body', headers: { cookie: 'session=s1' } },
  { name: 'broken JSON', headers: json, body: '{"plate":' },
  { name: 'an unknown type', headers: { ...json, 'content-type': 'text/csv' }, body: text },
  { name: 'broken gzip', headers: { ...json, 'content-encoding': 'gzip' }, body: 'no gzip' },
  { name: 'an unknown encoding', headers: { ...json, 'content-encoding': 'zip' }, body: text },
  { name: 'too large', headers: json, body: JSON.stringify({ ...car, plate: 'x'.repeat(3000) }) },
  {
    name: 'too large when decoded',
    headers: { ...json, 'content-encoding': 'gzip' },
    body: gzipSync('x'.repeat(3000)),
  },
]

/** Answers of the parser that runs before our code. */
const answeredBefore: Readonly<Record<string, readonly string[]>> = {
  'Express 5, after express.raw()': ['broken gzip', 'an unknown encoding'],
  'Koa, after koa-bodyparser for text': ['broken gzip', 'an unknown encoding'],
}

const ours = await serveOurs()
const total = { passed: 0, failed: 0 }
for (const [name, start] of Object.entries(frameworks)) {
  const server = await start()
  for (const call of calls) {
    if (answeredBefore[name]?.includes(call.name)) continue
    const [expected, actual] = [await send(ours, call), await send(server, call)]
    const isSame = expected.status === actual.status && expected.text === actual.text
    total[isSame ? 'passed' : 'failed']++
    if (!isSame) console.log(`${name}, ${call.name}:\n  App: ${show(expected)}\n  got: ${show(actual)}`)
  }
  await server.close()
}
await ours.close()
if (total.failed > 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)

interface Answer {
  readonly status: number
  readonly text: string
}

async function send({ url }: Server, { target = '/garages/7/cars', headers, body }: Call): Promise<Answer> {
  const response = await fetch(url + target, {
    method: 'POST',
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}

function show({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 300)}`
}

async function serveOurs(): Promise<Server> {
  const app = new App({ bodyLimit: 2000 })
  app.post('/garages/:garage/cars', (c) => {
    try {
      c.json(bindAllParkCar(c))
    } catch (error) {
      const problem = problemOf(error)
      c.status(problem.status).json(problem)
    }
  })
  const { url } = await app.listen({ host: '127.0.0.1' })
  return { url, close: async () => void (await app.shutdown()) }
}
