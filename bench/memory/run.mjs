#!/usr/bin/env node
// node memory/run.mjs [--requests=1000000] [--servers=raw,ctxgen,fastify] [--scenarios=acd] [--node=26]: measures the
// heap bytes allocated per request.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { wrongAnswer } from '../http/check-answers.mjs'
import { load, loadProgram } from '../http/load.mjs'
import { nodeBinary, nodeVersion } from '../http/node-binaries.mjs'
import { scenarios } from '../http/scenarios.mjs'
import { startServer } from '../http/server-process.mjs'
import { allocatedBytes } from './allocated-bytes.mjs'

const warmUpSeconds = 3
const pieceSeconds = 5
const scripts = JSON.parse(readFileSync(new URL('../http/servers.json', import.meta.url), 'utf8'))
const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    servers: { type: 'string', default: 'raw,ctxgen,fastify' },
    scenarios: { type: 'string', default: 'acd' },
    node: { type: 'string' },
  },
})
const names = options.servers.split(',')
const node = nodeBinary(options.node)
describeRun(`${options.requests} requests of each, ${loadProgram}, servers on ${nodeVersion(node)}`)
console.log(`\n| bytes a request | ${names.join(' | ')} |\n| --- | ${names.map(() => '---').join(' | ')} |`)
for (const key of options.scenarios) {
  const cells = []
  for (const name of names) cells.push(await bytesPerRequest(name, scenarios[key]))
  console.log(`| ${key}. ${scenarios[key].title} | ${cells.map(Math.round).join(' | ')} |`)
}
process.exit(0)

async function bytesPerRequest(name, scenario) {
  let trace = ''
  const onOutput = (chunk) => {
    trace += chunk
  }
  const server = await startServer(name, scripts[name], scenario, {
    node,
    nodeArgs: ['--trace-gc'],
    onOutput,
  })
  const wrong = await wrongAnswer(server.origin, scenario)
  if (wrong !== undefined) throw new Error(`${name} does not do its work: ${wrong}`)
  await load(server, scenario, warmUpSeconds)
  trace = ''
  let requests = 0
  while (requests < Number(options.requests))
    requests += (await load(server, scenario, pieceSeconds)).requests
  server.stop()
  return allocatedBytes(trace) / requests
}
