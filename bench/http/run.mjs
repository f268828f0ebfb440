#!/usr/bin/env node
// node http/run.mjs [--quick] [--check] [--servers=raw,ctxgen,fastify] [--scenarios=abcdefghijk] [--node=20,26]
//   [--rounds=2] [--dur=2] [--restarts=3]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { wrongAnswer } from './check-answers.mjs'
import { load, loadProgram, missingPrograms } from './load.mjs'
import { nodeBinary, nodeVersion } from './node-binaries.mjs'
import { scenarios } from './scenarios.mjs'
import { startServer } from './server-process.mjs'
import { overview, scenarioTable, summarize } from './tables.mjs'

const limit = 'raw'
const startSeconds = 0.6
// The contenders measured in every restart of a quick run; the others run in the first one only.
const closeOnes = [limit, 'ctxgen', 'fastify']
const scripts = JSON.parse(readFileSync(new URL('servers.json', import.meta.url), 'utf8'))
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    servers: { type: 'string', default: Object.keys(scripts).join(',') },
    scenarios: { type: 'string', default: Object.keys(scenarios).join('') },
    node: { type: 'string' },
    rounds: { type: 'string' },
    dur: { type: 'string' },
    restarts: { type: 'string', default: '3' },
  },
})
const unhurried = options.quick ? '1' : '2'
const plan = {
  rounds: Number(options.rounds ?? unhurried),
  seconds: Number(options.dur ?? unhurried),
  warmUp: Number(unhurried),
  restarts: options.check ? 1 : Number(options.restarts),
}
const names = options.servers.split(',')
const keys = [...options.scenarios]
for (const name of names) if (!(name in scripts)) stop(`There is no server ${name}; see http/servers.json.`)
for (const key of keys) if (!(key in scenarios)) stop(`There is no scenario ${key}.`)
const missing = missingPrograms(['taskset'])
if (missing.length > 0) stop(missing.join('\n'))
const base = names.includes(limit) ? limit : names[0]

if (!options.check) {
  const { restarts, rounds, seconds } = plan
  describeRun(`${restarts} processes × ${rounds} rounds of ${seconds} s, ${loadProgram}, 64 connections`)
}
const nodes = (options.node?.split(',') ?? [undefined]).map(nodeBinary)
for (const node of nodes) await runWith(node)
process.exit(0)

/** All scenarios with one Node. */
async function runWith(node) {
  const version = nodeVersion(node)
  if (!options.check) console.log(`\n## node ${version} (about ${Math.ceil(minutes())} minutes)`)
  const results = {}
  for (const key of keys) {
    const scenario = scenarios[key]
    const measured = await measureScenario(scenario, node)
    if (options.check) console.log(`${key}. ${scenario.title}: ${names.join(', ')} answer alike (${version})`)
    else {
      results[key] = summarize(measured, base)
      console.log(scenarioTable(key, scenario.title, results[key], base))
    }
  }
  if (!options.check) console.log(`\n### node ${version}, all scenarios\n\n${overview(results, names, base)}`)
}

async function measureScenario(scenario, node) {
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  for (let restart = 0; restart < plan.restarts; restart++) {
    const servers = await startAll(scenario, node, namesOf(restart))
    if (!options.check) await measureAll(servers, scenario, measured, restart * plan.rounds)
    for (const server of servers) server.stop()
  }
  return measured
}

function namesOf(restart) {
  return options.quick && restart > 0 ? names.filter((name) => closeOnes.includes(name)) : names
}

/** Starts every server in a fresh process, and fails on wrong answers. */
async function startAll(scenario, node, wanted) {
  const servers = []
  for (const name of wanted) {
    const server = await startServer(name, scripts[name], scenario, { node })
    const wrong = await wrongAnswer(server.origin, scenario)
    if (wrong !== undefined) stop(`${name} does not do what is asked: ${wrong}`, 1)
    servers.push(server)
  }
  return servers
}

/** @param firstRound the number of earlier rounds. */
async function measureAll(servers, scenario, measured, firstRound) {
  for (const server of servers) await load(server, scenario, plan.warmUp)
  for (let round = firstRound; round < firstRound + plan.rounds; round++) {
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      measured[server.name].push({ round, ...(await load(server, scenario, plan.seconds)) })
    }
  }
}

function minutes() {
  const { rounds, seconds, warmUp } = plan
  let processes = 0
  for (let restart = 0; restart < plan.restarts; restart++) processes += namesOf(restart).length
  return (keys.length * processes * (startSeconds + warmUp + rounds * seconds)) / 60
}

function stop(sentence, code = 2) {
  console.error(sentence)
  process.exit(code)
}
