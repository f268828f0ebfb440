#!/usr/bin/env node
// node middleware/run.mjs [--node=24,26] [--runtime=bun] [--each] [--rounds=5] [--dur=2] [--restarts=3]
//   [--servers=ctxgen,hono,fastify]: what five middlewares add to a route.
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { runtimeBinary } from '../fetch/runtimes.mjs'
import { load, loadProgram, missingPrograms } from '../http/load.mjs'
import { nodeBinary, nodeVersion } from '../http/node-binaries.mjs'
import { startServer } from '../http/server-process.mjs'
import { markdown } from '../http/tables.mjs'
import { median } from '../micro/statistics.mjs'
import { origin } from './five.mjs'

const { values: options } = parseArgs({
  options: {
    node: { type: 'string' },
    runtime: { type: 'string' },
    each: { type: 'boolean', default: false },
    servers: { type: 'string', default: 'ctxgen,hono,fastify' },
    rounds: { type: 'string', default: '5' },
    dur: { type: 'string', default: '2' },
    restarts: { type: 'string', default: '3' },
  },
})
const missing = missingPrograms(['taskset'])
if (missing.length > 0) throw new Error(missing.join('\n'))

const five = ['requestId', 'helmet', 'cors', 'limiter', 'logger']
const headers = { Origin: origin, 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) bench', Accept: '*/*' }
const scenario = { good: [{ path: '/', headers }], bad: [] }
/** The headers that show that a middleware is there. */
const marks = {
  requestId: 'x-request-id',
  helmet: 'x-content-type-options',
  cors: 'access-control-allow-origin',
  limiter: 'ratelimit',
}

const [rounds, seconds, restarts] = [options.rounds, options.dur, options.restarts].map(Number)
describeRun(`${restarts} processes × ${rounds} rounds of ${seconds} s, ${loadProgram}, 64 connections`)
const nodes = options.node?.split(',') ?? (options.runtime === undefined ? [undefined] : [])
for (const wanted of nodes) {
  const node = nodeBinary(wanted)
  await runWith(`node ${nodeVersion(node)}`, { node })
}
for (const runtime of options.runtime?.split(',') ?? [])
  await runWith(runtime, { launch: (path) => [runtimeBinary(runtime), path] })
process.exit(0)

async function runWith(title, start) {
  const measured = new Map()
  for (let restart = 0; restart < restarts; restart++) {
    const servers = []
    for (const subject of subjects()) servers.push(await started(subject, start))
    for (const server of servers) await load(server, scenario, seconds)
    for (let round = 0; round < rounds; round++) {
      const cpuUs = new Map()
      for (const server of round % 2 === 0 ? servers : servers.toReversed())
        cpuUs.set(server.name, (await load(server, scenario, seconds)).cpuUs)
      note(measured, cpuUs)
    }
    for (const server of servers) server.stop()
  }
  const rows = [...measured].map(([name, runs]) => [
    name,
    median(runs.map(({ own }) => own)).toFixed(1),
    median(runs.map(({ bare }) => bare)).toFixed(1),
    median(runs.map(({ own, bare }) => own / bare)).toFixed(2),
    median(runs.map(({ added }) => added)).toFixed(1),
    Math.min(...runs.map(({ own }) => own)).toFixed(1),
  ])
  const head = ['server', 'CPU µs a request', 'of the bare route', '× bare', 'added µs', 'fastest round']
  console.log(`\n### ${title}: five middlewares\n\n${markdown([head, ...rows])}`)
}

/** Each framework bare and with the five, and with one of them for `--each`. */
function subjects() {
  return options.servers
    .split(',')
    .flatMap((server) => [
      { server, name: server, has: [] },
      ...(options.each ? five.map((one) => ({ server, name: `${server} + ${one}`, has: [one] })) : []),
      { server, name: `${server} + five`, has: five },
    ])
}

async function started({ server, name, has }, start) {
  const env = { FIVE: has.join(',') }
  const running = await startServer(name, `../middleware/${server}.mjs`, { env }, start)
  const response = await fetch(running.origin, { headers })
  if ((await response.text()) !== 'Hello, World!') throw new Error(`${name} answers wrongly`)
  for (const [one, mark] of Object.entries(marks)) {
    const isThere = [...response.headers.keys()].some((key) => key.includes(mark))
    if (isThere !== has.includes(one)) throw new Error(`${name}: ${mark} is ${isThere ? '' : 'not '}sent`)
  }
  return running
}

/** Compares the times of one round with that of the bare server. */
function note(measured, cpuUs) {
  for (const [name, own] of cpuUs) {
    const bare = cpuUs.get(name.split(' ')[0])
    if (!measured.has(name)) measured.set(name, [])
    measured.get(name).push({ own, bare, added: own - bare })
  }
}
