#!/usr/bin/env node
// node sockets/run.mjs [--runtime=bun] [--rounds=5] [--restarts=2] [--messages=50000] [--window=32] [--clients=10000] [--published=5]: what a WebSocket
// costs a server: a message that is checked and answered, one to everybody, and the memory of an idle connection.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { runtimeEngine } from '../fetch/runtimes.mjs'
import { missingPrograms } from '../http/load.mjs'
import { cpuSeconds, residentBytes, startServer } from '../http/server-process.mjs'
import { markdown } from '../http/tables.mjs'
import { median } from '../micro/statistics.mjs'
import { BenchSocket, frameOf } from './client.mjs'

const { values: options } = parseArgs({
  options: {
    runtime: { type: 'string', default: 'node' },
    rounds: { type: 'string', default: '5' },
    restarts: { type: 'string', default: '2' },
    messages: { type: 'string', default: '50000' },
    window: { type: 'string', default: '32' },
    clients: { type: 'string', default: '10000' },
    published: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const missing = missingPrograms(['taskset'])
if (missing.length > 0) throw new Error(missing.join('\n'))

if (!existsSync(new URL('../dist/binders.mjs', import.meta.url))) await import('../build.mjs')

const contenders = {
  node: {
    ws: 'ws.mjs',
    ctxgen: 'ctxgen.mjs',
    hono: 'hono.mjs',
    fastify: 'fastify.mjs',
  },
  bun: { raw: 'raw-bun.mjs', ctxgen: 'ctxgen.mjs', elysia: 'elysia.mjs', hono: 'hono-bun.mjs' },
}[options.runtime]
if (contenders === undefined) throw new Error(`there are no servers for ${options.runtime}`)
const wanted = options.only?.split(',')
const names = Object.keys(contenders).filter((name) => wanted === undefined || wanted.includes(name))
const engine = options.runtime === 'node' ? { title: 'Node' } : runtimeEngine(options.runtime)
const start = options.runtime === 'node' ? { nodeArgs: ['--expose-gc'] } : engine.start
const [rounds, restarts, messages, published, window] = [
  'rounds',
  'restarts',
  'messages',
  'published',
  'window',
].map((name) => Number(options[name]))
// Files that stay free are for the process itself.
const clients = Math.min(Number(options.clients), Number(execFileSync('sh', ['-c', 'ulimit -n'])) - 200)

/** Sockets that talk, and messages of each that are on their way. */
const talkers = 16
const say = frameOf(
  JSON.stringify({
    type: 'say',
    id: 12345,
    text: 'Is anybody at the harbour this evening?',
    tags: ['harbour', 'evening'],
  }),
)

describeRun(
  `${engine.title}, ${restarts} processes × ${rounds} rounds, ${messages} messages of ${talkers} sockets with ${window} on their way, ${published} to ${clients}`,
)
const [echoes, fans, memories] = [1, 2, 3].map(() => new Map(names.map((name) => [name, []])))
for (let restart = 0; restart < restarts; restart++) {
  const servers = []
  for (const name of names) servers.push(await startServer(name, `../sockets/${contenders[name]}`, {}, start))
  for (const server of servers) await echo(server, messages / 5)
  for (let round = 0; round < rounds; round++)
    for (const server of turn(servers, round)) echoes.get(server.name).push(await echo(server, messages))
  for (const server of servers) await toAll(server)
  for (const server of servers) server.stop()
}
show(`a message that is checked and answered`, echoes)
show(`a message to each of ${clients} sockets`, fans)
console.log(`\n### ${clients} idle connections\n`)
console.log(
  markdown([
    ['server', 'kB of heap each', 'kB of the process each'],
    ...[...memories].map(([name, runs]) => [
      name,
      ...['heap', 'resident'].map((key) => (median(runs.map((run) => run[key])) / 1000).toFixed(1)),
    ]),
  ]),
)
process.exit(0)

function turn(servers, round) {
  return round % 2 === 0 ? servers : servers.toReversed()
}

async function echo(server, count) {
  const sockets = await Promise.all(Array.from({ length: talkers }, () => BenchSocket.open(server)))
  const each = Math.floor(count / talkers)
  const figure = await measured(server, each * talkers, () =>
    Promise.all(sockets.map((socket) => talk(socket, each))),
  )
  for (const socket of sockets) socket.close()
  return figure
}

/** Sends as many as were answered, so that as many are on their way. */
function talk(socket, count) {
  let left = count - window
  socket.onMessages = (got) => {
    const more = Math.min(got, left)
    left -= more
    if (more > 0) socket.send(more === 1 ? say : Buffer.concat(Array.from({ length: more }, () => say)))
  }
  socket.send(Buffer.concat(Array.from({ length: window }, () => say)))
  return socket.until(count)
}

/** Memory of idle connections, then messages to them. */
async function toAll(server) {
  const before = await memoryOf(server)
  const sockets = []
  while (sockets.length < clients) {
    const length = Math.min(200, clients - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length }, () => BenchSocket.open(server)))))
  }
  const { heap, resident } = await memoryOf(server)
  memories
    .get(server.name)
    .push({ heap: (heap - before.heap) / clients, resident: (resident - before.resident) / clients })
  for (let round = -1; round < rounds; round++) {
    const total = sockets[0].received + published
    const figure = await measured(server, published * clients, async () => {
      await call(server, `/publish?n=${published}`)
      await Promise.all(sockets.map((socket) => socket.until(total)))
    })
    if (round >= 0) fans.get(server.name).push(figure)
  }
  for (const socket of sockets) socket.close()
}

async function memoryOf(server) {
  const heap = Number(await call(server, '/collect'))
  return { heap, resident: residentBytes(server.pid) }
}

async function call({ origin }, path) {
  const answer = await fetch(`${origin}${path}`)
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}: ${await answer.text()}`)
  return answer.text()
}

async function measured({ pid }, count, run) {
  const [cpu, clock] = [cpuSeconds(pid), performance.now()]
  await run()
  return { cpuUs: ((cpuSeconds(pid) - cpu) * 1e6) / count, us: ((performance.now() - clock) * 1e3) / count }
}

function show(title, figures) {
  const [base] = figures.values()
  const rows = [...figures].map(([name, runs]) => [
    name,
    median(runs.map(({ cpuUs }, i) => cpuUs / base[i].cpuUs)).toFixed(2),
    median(runs.map(({ cpuUs }) => cpuUs)).toFixed(2),
    Math.round(1e6 / median(runs.map(({ us }) => us))),
    runs.length,
  ])
  const head = ['server', `× ${names[0]}`, 'CPU µs a message', 'messages/s', 'runs']
  console.log(`\n### ${title}\n\n${markdown([head, ...rows])}`)
}
