// Uploads that are not held in memory, by a DTO with a FileStream, in the real frameworks and in our own App: each must
// hand on the first bytes of a file before the client sends the last, and refuse what breaks a rule.
import { deepStrictEqual } from 'node:assert'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, type Bindable } from '@ctxgen/runtime'
import {
  expressInput,
  fastifyInput,
  fetchInput,
  honoInput,
  koaInput,
  leaveFastifyBodies,
  problemOf,
} from '@ctxgen/runtime/adapters'
import express from 'express'
import express4 from 'express4'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { bindFormFilm } from '../../../fixtures/valid/form-streams/dto.bind.ts'
import { listen, type Server, serveFetch } from './frameworks.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctxgen-frameworks-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const config = { body: 'stream', bodyLimit: 3_000_000 } as const

/** Signals that a handler has the first bytes of a file. */
const handlers = new EventEmitter()

interface Answer {
  readonly status: number
  readonly text: string
}

async function take(input: () => Bindable | Promise<Bindable>): Promise<Answer> {
  try {
    const { title, film } = await bindFormFilm(await input())
    if (title === 'saved') {
      await film.save(join(folder, 'film'))
      return { status: 200, text: `${readdirSync(folder)}` }
    }
    let size = 0
    for await (const piece of film.stream()) {
      size += piece.length
      handlers.emit('bytes')
    }
    return { status: 200, text: `${title} ${size}` }
  } catch (error) {
    const problem = problemOf(error)
    return { status: problem.status, text: JSON.stringify(problem) }
  }
}

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  'Express 5': () => {
    const input = expressInput(config)
    return listen(
      express().post('/', async (req, res) => {
        const { status, text } = await take(() => input(req, res))
        res.status(status).send(text)
      }),
    )
  },
  'Express 4': () => {
    const input = expressInput(config)
    return listen(
      express4().post('/', (req, res) => {
        void take(() => input(req, res)).then(({ status, text }) => res.status(status).send(text))
      }),
    )
  },
  Koa: () => {
    const input = koaInput(config)
    const app = new Koa().use(async (ctx) => {
      const { status, text } = await take(() => input(ctx))
      ctx.status = status
      ctx.body = text
    })
    const listener = app.callback()
    return listen((req, res) => void listener(req, res))
  },
  Fastify: async () => {
    const app = fastify()
    const input = fastifyInput(config)
    leaveFastifyBodies(app)
    app.post('/', async (request, reply) => {
      const { status, text } = await take(() => input(request, reply))
      return reply.status(status).send(text)
    })
    return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
  },
  Hono: () => {
    const input = honoInput(config)
    return serveFetch(new Hono().post('/', async (c) => responseOf(await take(() => input(c)))).fetch)
  },
  'a bare Request': () => {
    const input = fetchInput(config)
    return serveFetch(async (one) => responseOf(await take(() => input(one))))
  },
  'our App by fetch': () => {
    const app = ourApp()
    return serveFetch((one) => app.fetch(one))
  },
  'our App': async () => {
    const app = ourApp()
    const { url } = await app.listen({ host: '127.0.0.1' })
    return { url, close: async () => void (await app.shutdown()) }
  },
}

function responseOf({ status, text }: Answer): Response {
  return new Response(text, { status })
}

function ourApp(): App {
  const app = new App({ bodyLimit: config.bodyLimit })
  app.post('/', { body: 'stream' }, async (c) => {
    const { status, text } = await take(() => c)
    c.status(status).sendString(text)
  })
  return app
}

const type = 'multipart/form-data; boundary=b'
const field = (title: string): string =>
  `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n`
const file =
  '--b\r\nContent-Disposition: form-data; name="film_file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n'
const end = '\r\n--b--\r\n'

/** Sends the first half of a film, and the rest when the handler has some of it. */
async function inHalves(url: string): Promise<Answer> {
  const sent = request(url, { method: 'POST', headers: { 'Content-Type': type } })
  const answered = once(sent, 'response')
  const begun = once(handlers, 'bytes')
  sent.write(field('Days') + file + 'x'.repeat(200_000))
  await begun
  sent.end(`${'y'.repeat(200_000)}${end}`)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, text }
}

async function whole(url: string, body: string): Promise<readonly [number, string]> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': type } })
  const text = await answer.text()
  const problem: { detail?: string } = answer.status < 400 ? {} : JSON.parse(text)
  return [answer.status, problem.detail ?? text]
}

const tooShort = '"title" must have at least 2 characters'
const tooLong = '"film_file" must have at most 1MB'
// Node exits while it waits for connections that read nothing, and Hono's server drains them by a timer without a reference.
const awake = setInterval(() => {}, 1000)
let failed = 0
for (const [name, start] of Object.entries(servers)) {
  const { url, close } = await start()
  const target = `${url}/`
  try {
    deepStrictEqual(await inHalves(target), { status: 200, text: 'Days 400000' })
    deepStrictEqual(await whole(target, field('D') + file + end), [400, tooShort])
    deepStrictEqual(await whole(target, field('Days') + file + 'x'.repeat(1_100_000) + end), [400, tooLong])
    deepStrictEqual(await whole(target, field('saved') + file + 'x'.repeat(1_100_000) + end), [400, tooLong])
    deepStrictEqual(readdirSync(folder), [])
    deepStrictEqual(await whole(target, field('saved') + file + 'x'.repeat(9000) + end), [200, 'film'])
    rmSync(join(folder, 'film'))
    deepStrictEqual((await whole(target, field('Days') + file + 'x'.repeat(4_000_000) + end))[0], 413)
  } catch (error) {
    failed++
    console.log(`${name}: ${error}`)
  }
  await close()
}
clearInterval(awake)
if (failed > 0) process.exitCode = 1
console.log(`Uploads by stream: ${Object.keys(servers).length - failed} servers passed, ${failed} failed`)
