#!/usr/bin/env node
// node http/own-time.mjs [--scenarios=abcdefghij] [--rounds=9]: nanoseconds of processor time per request in the
// runtime, handler and binder, with stubs for node's objects.
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { median } from '../micro/statistics.mjs'
import { scenarios } from './scenarios.mjs'

const roundMs = 150
/** After this time, V8 has optimised the hot code and finished recompilations. */
const warmMs = 1000
const { values: options } = parseArgs({
  options: {
    scenarios: { type: 'string', default: 'abcdefghij' },
    rounds: { type: 'string', default: '9' },
  },
})
process.env.ROUTES = '1'
const { app } = await import('./ctxgen-app.mjs')
const handle = app.handler()
let statuses = new Set()

class Request {
  httpVersionMajor = 1
  httpVersionMinor = 1
  readableEnded = true
  #listeners = new Map()

  constructor({ method, path }, rawHeaders, socket) {
    this.method = method
    this.url = path
    this.rawHeaders = rawHeaders
    this.socket = socket
  }

  on(event, listener) {
    this.#listeners.set(event, listener)
  }

  receive(body) {
    this.#listeners.get('data').call(this, body)
    this.#listeners.get('end').call(this)
  }
}

class Response {
  headersSent = false
  destroyed = false

  constructor(req) {
    this.req = req
  }

  writeHead(status) {
    this.headersSent = true
    statuses.add(status)
  }

  end() {}
}

describeRun(`${options.rounds} rounds of ${roundMs} ms in one process`)
console.log('\n| scenario | ns a request | fastest round |\n| --- | --- | --- |')
for (const key of options.scenarios) {
  const { title, good, bad } = scenarios[key]
  const serve = serverOf(good[0] ?? bad[0])
  statuses = new Set()
  serve(1)
  if ([...statuses].some((status) => status >= 400) === good.length > 0)
    throw new Error(`${key} is answered wrongly`)
  const count = Math.ceil((1000 * roundMs) / warm(serve))
  const rounds = Array.from({ length: Number(options.rounds) }, () => measure(serve, count))
  const shown = [median(rounds), Math.min(...rounds)].map((us) => Math.round(us * 1000))
  console.log(`| ${key}. ${title} | ${shown.join(' | ')} |`)
}
process.exit(0)

/** Returns a function that serves a request any number of times. */
function serverOf({ method, path, headers = {}, body }) {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const lines = Object.entries({ Host: '127.0.0.1:3000', ...headers }).flat()
  if (bytes !== undefined) lines.push('Content-Length', `${bytes.length}`)
  const socket = { remoteAddress: '127.0.0.1', _writev() {}, _write() {} }
  const head = { method: method ?? (bytes === undefined ? 'GET' : 'POST'), path }
  return (times) => {
    for (let i = 0; i < times; i++) {
      const req = new Request(head, lines.slice(), socket)
      handle(req, new Response(req))
      if (bytes !== undefined) req.receive(bytes)
    }
  }
}

/** Microseconds per request after warm-up. */
function warm(serve) {
  const end = Date.now() + warmMs
  let us = 0
  while (Date.now() < end) us = measure(serve, 500)
  return us
}

/** Microseconds per request, of a number of requests. */
function measure(serve, times) {
  const before = process.cpuUsage()
  serve(times)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}
