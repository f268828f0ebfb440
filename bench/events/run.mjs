#!/usr/bin/env node
// node events/run.mjs [--rounds=7] [--restarts=3] [--events=50000] [--clients=1000] [--published=50]: what an event costs a
// server, sent to one client as fast as it reads, and to many at once.
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { missingPrograms } from '../http/load.mjs'
import { cpuSeconds, startServer } from '../http/server-process.mjs'
import { markdown } from '../http/tables.mjs'
import { median } from '../micro/statistics.mjs'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    restarts: { type: 'string', default: '3' },
    events: { type: 'string', default: '50000' },
    clients: { type: 'string', default: '1000' },
    published: { type: 'string', default: '50' },
  },
})
const missing = missingPrograms(['taskset'])
if (missing.length > 0) throw new Error(missing.join('\n'))

const names = ['raw', 'ctxgen', 'hono', 'better-sse']
const [rounds, restarts, events, clients, published] = [
  options.rounds,
  options.restarts,
  options.events,
  options.clients,
  options.published,
].map(Number)

describeRun(`${restarts} processes × ${rounds} rounds, ${events} events to one, ${published} to ${clients}`)
const one = new Map(names.map((name) => [name, []]))
const many = new Map(names.map((name) => [name, []]))
for (let restart = 0; restart < restarts; restart++) {
  const servers = []
  for (const name of names) servers.push(await startServer(name, `../events/${name}.mjs`))
  const open = new Map()
  for (const server of servers) {
    await toOne(server)
    open.set(server, await Promise.all(Array.from({ length: clients }, () => follow(server, '/all'))))
    await toMany(server, open.get(server))
  }
  for (let round = 0; round < rounds; round++) {
    const turn = round % 2 === 0 ? servers : servers.toReversed()
    for (const server of turn) one.get(server.name).push(await toOne(server))
    for (const server of turn) many.get(server.name).push(await toMany(server, open.get(server)))
  }
  for (const server of servers) {
    for (const client of open.get(server)) client.socket.destroy()
    server.stop()
  }
}
show(`${events} events to one client`, one)
show(`an event to each of ${clients} clients`, many)
process.exit(0)

/** @returns the processor time of the server for an event, and of the clock, in µs */
async function toOne(server) {
  return measured(server, events, async () => {
    const client = await follow(server, `/one?n=${events}`, true)
    await client.until(events)
    client.socket.destroy()
  })
}

async function toMany(server, all) {
  const before = all.map(({ received }) => received())
  return measured(server, published * all.length, async () => {
    await (await fetch(`${server.origin}/publish?n=${published}`)).text()
    await Promise.all(all.map((client, i) => client.until(before[i] + published)))
  })
}

async function measured({ pid }, count, run) {
  const [cpu, clock] = [cpuSeconds(pid), performance.now()]
  await run()
  return { cpuUs: ((cpuSeconds(pid) - cpu) * 1e6) / count, us: ((performance.now() - clock) * 1e3) / count }
}

/** A client that counts events: two line feeds end each. A comment is not counted. */
function follow({ origin }, path, isRaw = false) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  let [count, last] = [isRaw ? 0 : -1, 0]
  let [wanted, reached] = [Number.POSITIVE_INFINITY, undefined]
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (piece) => {
      for (const byte of piece) {
        if (byte === 10 && last === 10) count++
        last = byte
      }
      if (count >= 0) resolve({ socket, received: () => count, until })
      if (count >= wanted) reached?.()
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`)
  })

  function until(total) {
    if (count >= total) return Promise.resolve()
    wanted = total
    return new Promise((resolve) => {
      reached = resolve
    })
  }
}

function show(title, figures) {
  const base = figures.get('raw')
  const rows = [...figures].map(([name, runs]) => [
    name,
    median(runs.map(({ cpuUs }, i) => cpuUs / base[i].cpuUs)).toFixed(2),
    median(runs.map(({ cpuUs }) => cpuUs)).toFixed(2),
    Math.round(1e6 / median(runs.map(({ us }) => us))),
    runs.length,
  ])
  const head = ['server', '× raw', 'CPU µs an event', 'events/s', 'runs']
  console.log(`\n### ${title}\n\n${markdown([head, ...rows])}`)
}
