import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BindInput } from '@ctxgen/runtime'
import {
  type ExpressRequest,
  expressInput,
  fastifyInput,
  fetchInput,
  honoInput,
  keepFastifyBodies,
  koaInput,
  problemOf,
} from '@ctxgen/runtime/adapters'
import { serve } from '@hono/node-server'
import Router from '@koa/router'
import express from 'express'
import express4 from 'express4'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { bindAllParkCar } from '../../../examples/garage-api/src/dto/car.bind.ts'

/** A server that binds what it gets at {@link path}, and answers with it or with what is wrong. */
export interface Server {
  readonly url: string
  close(): Promise<void>
}

const bodyLimit = 2000
const path = '/garages/:garage/cars'

export const frameworks: Readonly<Record<string, () => Promise<Server>>> = {
  'Express 5': () => listen(express().post(path, parkInExpress)),
  'Express 5, after express.raw()': () =>
    listen(
      express()
        .use(express.raw({ type: () => true, limit: '1mb' }))
        .post(path, parkInExpress),
    ),
  'Express 4': () => listen(express4().post(path, parkInExpress)),
  Koa: () => listen(koaApp(new Koa())),
  // Its parser answers what it cannot parse itself, and keeps the text of the rest.
  'Koa, after koa-bodyparser for text': () =>
    listen(koaApp(new Koa().use(bodyParser({ enableTypes: ['text'], extendTypes: { text: ['*/*'] } })))),
  Fastify: fastifyServer,
  Hono: honoServer,
  'a bare Request': requestServer,
}

const fromExpress = expressInput({ bodyLimit })

function parkInExpress(req: ExpressRequest, res: express.Response | express4.Response): void {
  fromExpress(req, res)
    .then((input) => res.json(bindAllParkCar(input)))
    .catch((error: unknown) => {
      const problem = problemOf(error)
      res.status(problem.status).json(problem)
    })
}

function koaApp(app: Koa): RequestListener {
  const input = koaInput({ bodyLimit })
  const router = new Router()
  router.post(path, async (ctx) => {
    try {
      ctx.body = bindAllParkCar(await input(ctx))
    } catch (error) {
      const problem = problemOf(error)
      ctx.status = problem.status
      ctx.body = problem
    }
  })
  const listener = app.use(router.routes()).callback()
  return (req, res) => void listener(req, res)
}

async function fastifyServer(): Promise<Server> {
  const app = fastify()
  const input = fastifyInput({ bodyLimit })
  keepFastifyBodies(app, 1_000_000)
  app.post(path, async (request, reply) => {
    try {
      return bindAllParkCar(await input(request, reply))
    } catch (error) {
      const problem = problemOf(error)
      return reply.status(problem.status).send(problem)
    }
  })
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}

function honoServer(): Promise<Server> {
  const app = new Hono()
  const input = honoInput({ bodyLimit })
  app.post(path, async (c) => answer(() => input(c)))
  return serveFetch(app.fetch)
}

function requestServer(): Promise<Server> {
  const input = fetchInput({ bodyLimit })
  return serveFetch((request) => answer(() => input(request, { garage: garageOf(request) })))
}

/** Who takes a bare Request has no router either. */
function garageOf({ url }: Request): string {
  return decodeURIComponent(new URL(url).pathname.split('/')[2] ?? '')
}

async function answer(bound: () => Promise<BindInput>): Promise<Response> {
  try {
    return Response.json(bindAllParkCar(await bound()))
  } catch (error) {
    const problem = problemOf(error)
    return Response.json(problem, { status: problem.status })
  }
}

export function serveFetch(fetch: (request: Request) => Response | Promise<Response>): Promise<Server> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => new Promise((done) => server.close(() => done())),
      })
    })
  })
}

export function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // An address of TCP is always an object.
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => new Promise((done) => server.close(() => done())),
      })
    })
  })
}
