#!/usr/bin/env node
// node files/run.mjs [small] [middle] [large] [known] [range] [--servers=memory,ctxgen] [--rounds=3] [--dur=2] [--restarts=3] [--check]
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { missingPrograms } from '../http/load.mjs'
import { cpuSeconds, startServer } from '../http/server-process.mjs'
import { median } from '../micro/statistics.mjs'
import { writeContents } from './content.mjs'
import { headersOf, scenarios, wrongAnswer } from './scenarios.mjs'

const loadCpu = '1'
const connections = 64
const warmUpSeconds = 1
const limit = 'memory'
const servers = ['memory', 'ctxgen', 'send', 'fastify-static']
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    servers: { type: 'string', default: servers.join(',') },
    rounds: { type: 'string', default: '3' },
    dur: { type: 'string', default: '2' },
    restarts: { type: 'string', default: '3' },
  },
})
const [rounds, seconds, restarts] = [options.rounds, options.dur, options.restarts].map(Number)
const names = options.servers.split(',')
for (const name of names)
  if (!servers.includes(name)) stop(`There is no server ${name}: ${servers.join(', ')}.`)
const wanted = positionals.length === 0 ? Object.keys(scenarios) : positionals
for (const key of wanted) if (!(key in scenarios)) stop(`There is no scenario ${key}.`)
const missing = missingPrograms()
if (missing.length > 0) stop(missing.join('\n'))

writeContents()
if (!options.check) describeRun(`${restarts} processes × ${rounds} rounds of ${seconds} s`)
const measured = Object.fromEntries(
  wanted.map((key) => [key, Object.fromEntries(names.map((name) => [name, []]))]),
)
for (let restart = 0; restart < (options.check ? 1 : restarts); restart++) {
  const running = []
  for (const name of names) running.push(await startServer(name, `../files/${name}.mjs`))
  for (const key of wanted) await measureAll(running, scenarios[key], measured[key])
  for (const server of running) server.stop()
}
for (const key of wanted) {
  if (options.check) console.log(`${scenarios[key].title}: ${names.join(', ')} answer alike`)
  else printTable(scenarios[key], measured[key])
}
process.exit(0)

async function measureAll(running, scenario, results) {
  const asked = []
  for (const server of running) {
    const headers = await headersOf(server.origin, scenario)
    const wrong = await wrongAnswer(server.origin, scenario, headers)
    if (wrong !== undefined) stop(`${server.name} does not do its work: ${wrong}`, 1)
    asked.push({ server, headers })
  }
  if (options.check) return
  for (const { server, headers } of asked) await load(server, scenario, headers, warmUpSeconds)
  for (let round = 0; round < rounds; round++) {
    for (const { server, headers } of round % 2 === 0 ? asked : asked.toReversed()) {
      results[server.name].push(await load(server, scenario, headers, seconds))
    }
  }
}

/** Loads a server from the second processor. Returns requests per second and CPU µs per request. */
async function load({ origin, pid }, { path }, headers, duration) {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = cpuSeconds(pid)
  const report = await output('taskset', [
    ...['-c', loadCpu, 'wrk', '-t1', `-c${connections}`, `-d${duration}s`],
    ...lines,
    origin + path,
  ])
  const used = cpuSeconds(pid) - before
  const requests = Number(/(\d+) requests in/.exec(report)?.[1])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1])
  if (!(requests > 0)) throw new Error(`wrk made no requests:\n${report}`)
  if (/Non-2xx or 3xx/.test(report)) throw new Error(`some answers were no success:\n${report}`)
  return { perSecond, cpuUs: (used / requests) * 1e6 }
}

function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}

function printTable({ title }, results) {
  const base = names.includes(limit) ? limit : names[0]
  console.log(
    `\n### ${title}\n\n| server | × ${base} | CPU µs a request | best | requests/s |\n|---|---|---|---|---|`,
  )
  const rows = names.map((name) => ({
    name,
    cpuUs: median(results[name].map(({ cpuUs }) => cpuUs)),
    best: Math.min(...results[name].map(({ cpuUs }) => cpuUs)),
    perSecond: median(results[name].map(({ perSecond }) => perSecond)),
    ratio: median(results[name].map(({ cpuUs }, i) => cpuUs / results[base][i].cpuUs)),
  }))
  for (const { name, cpuUs, best, perSecond, ratio } of rows.sort((a, b) => a.ratio - b.ratio)) {
    const cells = [name, ratio.toFixed(2), cpuUs.toFixed(1), best.toFixed(1), Math.round(perSecond)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function stop(sentence, code = 2) {
  console.error(sentence)
  process.exit(code)
}
