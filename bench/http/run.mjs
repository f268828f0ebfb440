#!/usr/bin/env node
// node http/run.mjs [--servers=raw,ctxgen,fastify] [--scenarios=abcdef] [--rounds=3] [--dur=3] [--restarts=3] [--check]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { median } from '../micro/statistics.mjs'
import { load, missingPrograms } from './load.mjs'
import { scenarios, wrongAnswer } from './scenarios.mjs'
import { startServer } from './server-process.mjs'

const limit = 'raw'
const warmUpSeconds = 2
const scripts = JSON.parse(readFileSync(new URL('servers.json', import.meta.url), 'utf8'))
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    servers: { type: 'string', default: Object.keys(scripts).join(',') },
    scenarios: { type: 'string', default: Object.keys(scenarios).join('') },
    rounds: { type: 'string', default: '3' },
    dur: { type: 'string', default: '3' },
    restarts: { type: 'string', default: '3' },
  },
})
const [rounds, seconds, restarts] = [options.rounds, options.dur, options.restarts].map(Number)
const names = options.servers.split(',')
for (const name of names) if (!(name in scripts)) stop(`There is no server ${name}; see http/servers.json.`)
for (const key of options.scenarios) if (!(key in scenarios)) stop(`There is no scenario ${key}.`)
const missing = missingPrograms()
if (missing.length > 0) stop(missing.join('\n'))

if (!options.check) describeRun(`${restarts} processes × ${rounds} rounds of ${seconds} s`)
for (const key of options.scenarios) {
  const scenario = scenarios[key]
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  for (let restart = 0; restart < (options.check ? 1 : restarts); restart++) {
    const servers = await startAll(scenario)
    if (!options.check) await measureAll(servers, scenario, measured)
    for (const server of servers) server.stop()
  }
  if (options.check) console.log(`${key}. ${scenario.title}: ${names.join(', ')} answer alike`)
  else printTable(key, scenario, measured)
}
process.exit(0)

/** Every server in a fresh process, and none that answers wrongly. */
async function startAll(scenario) {
  const servers = []
  for (const name of names) {
    const server = await startServer(name, scripts[name], scenario)
    const wrong = await wrongAnswer(server.origin, scenario)
    if (wrong !== undefined) stop(`${name} does not do what is asked: ${wrong}`, 1)
    servers.push(server)
  }
  return servers
}

async function measureAll(servers, scenario, measured) {
  for (const server of servers) await load(server, scenario, warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      measured[server.name].push(await load(server, scenario, seconds))
    }
  }
}

function printTable(key, { title }, measured) {
  const base = names.includes(limit) ? limit : names[0]
  const rows = names.map((name) => ({
    name,
    cpuUs: median(measured[name].map(({ cpuUs }) => cpuUs)),
    best: Math.min(...measured[name].map(({ cpuUs }) => cpuUs)),
    perSecond: median(measured[name].map(({ perSecond }) => perSecond)),
    ratio: median(measured[name].map(({ cpuUs }, i) => cpuUs / measured[base][i].cpuUs)),
  }))
  console.log(
    `\n### ${key}. ${title}\n\n| server | × ${base} | CPU µs a request | best | requests/s |\n|---|---|---|---|---|`,
  )
  for (const { name, cpuUs, best, perSecond, ratio } of rows.sort((a, b) => a.ratio - b.ratio)) {
    const cells = [name, ratio.toFixed(2), cpuUs.toFixed(1), best.toFixed(1), Math.round(perSecond)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function stop(sentence, code = 2) {
  console.error(sentence)
  process.exit(code)
}
