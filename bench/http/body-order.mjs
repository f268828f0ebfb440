#!/usr/bin/env node
// node http/body-order.mjs [--rounds=300] [--batch=400] [--node=24,26]: the processor time of a request with a JSON body
// and ten middlewares, where the body is read first, and where it is read for the handler. Both take turns in one process.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { App } from '@ctxgen/runtime'
import { describeRun } from '../describe-run.mjs'
import { bindJsonUserDto } from '../dist/binders.mjs'
import { median } from '../micro/statistics.mjs'
import { middlewares } from '../requests.mjs'
import { nodeBinary } from './node-binaries.mjs'

const warmRounds = 50
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '300' },
    batch: { type: 'string', default: '400' },
    node: { type: 'string' },
  },
})
const rounds = Number(options.rounds)
const count = Number(options.batch)
const contenders = { 'body first': { body: true }, 'middleware first': {}, 'no middleware': undefined }

if (options.node === undefined) await measure()
else for (const wanted of options.node.split(',')) measureWith(nodeBinary(wanted))
process.exit(0)

function measureWith(node) {
  const args = [fileURLToPath(import.meta.url), `--rounds=${rounds}`, `--batch=${count}`]
  spawnSync(node, args, { stdio: 'inherit' })
}

async function measure() {
  process.env.NODE_ENV = 'production'
  describeRun(`${rounds} rounds of ${count} requests`)
  const servers = await Promise.all(Object.entries(contenders).map(startServer))
  const client = fork(fileURLToPath(new URL('body-order-client.mjs', import.meta.url)))
  for (let round = -warmRounds; round < rounds; round++) {
    for (const { port, us } of round % 2 === 0 ? servers : servers.toReversed()) {
      const before = process.cpuUsage()
      client.send({ port, count })
      const [wrong] = await once(client, 'message')
      if (wrong > 0) throw new Error(`${wrong} wrong answers`)
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) us.push((user + system) / count)
    }
  }
  console.log('\n| JSON body | µs a request | × body first |\n| --- | --- | --- |')
  for (const { name, us } of servers) {
    const ratio = median(us.map((value, i) => value / servers[0].us[i]))
    console.log(`| ${name} | ${median(us).toFixed(1)} | ${ratio.toFixed(3)} |`)
  }
}

/** @param first the options of the first middleware; `undefined` for a server without any. */
async function startServer([name, first]) {
  const app = new App()
  for (let i = 0; first !== undefined && i < middlewares; i++) {
    app.use(i === 0 ? first : {}, (c) => {
      c.locals('count', (c.locals('count') ?? 0) + 1)
      return c.next()
    })
  }
  app.post('/', (c) => c.json(bindJsonUserDto(c)))
  const { port } = await app.listen({ host: '127.0.0.1' })
  return { name, port, us: [] }
}
