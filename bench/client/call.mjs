#!/usr/bin/env node
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
// node client/call.mjs [--rounds=21] [--calls=400]: a call by a client beside bare fetch with the same URL, headers and JSON.parse, over a
// socket of this machine and with the app in process, in turns. The ratio is that of the medians.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { transformSync } from 'esbuild'
import { describeMachine } from '../describe-run.mjs'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '21' }, calls: { type: 'string', default: '400' } },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const work = fileURLToPath(new URL('work', import.meta.url))
mkdirSync(work, { recursive: true })
const source = readFileSync(join(root, 'fixtures/client/shop/client.ts'), 'utf8')
const goods = readFileSync(join(root, 'fixtures/client/shop/client.orders.ts'), 'utf8')
for (const [name, text] of [
  ['client.js', source],
  ['client.orders.js', goods],
])
  writeFileSync(join(work, name), transformSync(text, { loader: 'ts', format: 'esm', target: 'es2022' }).code)
const { listOrders } = await import(pathToFileURL(join(work, 'client.orders.js')).href)

const body = JSON.stringify({ orders: Array.from({ length: 20 }, (_, i) => i) })
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(body)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseUrl = `http://127.0.0.1:${server.address().port}`
const api = { baseUrl }
const contenders = {
  fetch: async () => {
    const response = await fetch(`${baseUrl}/orders?limit=20`, { headers: { accept: 'application/json' } })
    return response.json()
  },
  client: async () => (await listOrders(api, { limit: 20 })).body,
}
const times = { fetch: [], client: [] }
for (let round = -2; round < Number(options.rounds); round++) {
  for (const [name, call] of Object.entries(contenders)) {
    const start = performance.now()
    for (let i = 0; i < Number(options.calls); i++) await call()
    if (round >= 0) times[name].push((performance.now() - start) / Number(options.calls))
  }
}
server.close()
server.closeAllConnections()
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
describeMachine(`${options.rounds} rounds of ${options.calls} calls, in turns`, [])
const [bare, typed] = [median(times.fetch), median(times.client)]
console.log(
  `fetch ${(bare * 1000).toFixed(0)} µs, client ${(typed * 1000).toFixed(0)} µs, ratio ${(typed / bare).toFixed(3)}; goal 1.05`,
)
rmSync(work, { recursive: true })
