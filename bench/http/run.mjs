#!/usr/bin/env node
// node http/run.mjs [--quick] [--check] [--servers=raw,ctxgen,fastify] [--scenarios=abcdefghijk] [--node=20,26]
//   [--runtime=bun,deno,workerd] [--rounds=2] [--dur=2] [--restarts=3]
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { runtimeEngine, runtimeNames } from '../fetch/runtimes.mjs'
import { wrongAnswer } from './check-answers.mjs'
import { load, loadProgram, missingPrograms } from './load.mjs'
import { nodeBinary, nodeVersion } from './node-binaries.mjs'
import { scenarios } from './scenarios.mjs'
import { startServer } from './server-process.mjs'
import { overview, scenarioTable, summarize } from './tables.mjs'

const limit = 'raw'
const startSeconds = 0.6
const nodeScripts = JSON.parse(readFileSync(new URL('servers.json', import.meta.url), 'utf8'))
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    servers: { type: 'string' },
    scenarios: { type: 'string' },
    node: { type: 'string' },
    runtime: { type: 'string' },
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
const missing = missingPrograms(['taskset'])
if (missing.length > 0) stop(missing.join('\n'))
for (const key of options.scenarios ?? '') if (!(key in scenarios)) stop(`There is no scenario ${key}.`)
const unknown = options.runtime?.split(',').filter((name) => !runtimeNames.includes(name)) ?? []
if (unknown.length > 0)
  stop(`There is no runtime ${unknown.join(', ')}; there are ${runtimeNames.join(', ')}.`)

if (!options.check) {
  const { restarts, rounds, seconds } = plan
  describeRun(`${restarts} processes × ${rounds} rounds of ${seconds} s, ${loadProgram}, 64 connections`)
}
const engines =
  options.runtime?.split(',').map(runtimeEngine) ?? (options.node?.split(',') ?? [undefined]).map(nodeEngine)
for (const engine of engines) await runWith(engine)
process.exit(0)

/**
 * A Node to measure: its servers, and how they are started. `closeOnes` are measured in every restart of a quick run,
 * the others in the first one only.
 */
function nodeEngine(wanted) {
  const node = nodeBinary(wanted)
  return {
    title: `node ${nodeVersion(node)}`,
    scripts: nodeScripts,
    closeOnes: [limit, 'ctxgen', 'fastify'],
    scenarios: Object.keys(scenarios).join(''),
    start: { node },
  }
}

/** All scenarios with one engine. */
async function runWith(engine) {
  const { title, scripts } = engine
  const names = options.servers?.split(',') ?? Object.keys(scripts)
  for (const name of names) if (!(name in scripts)) stop(`There is no server ${name} for ${title}.`)
  const keys = [...(options.scenarios ?? engine.scenarios)]
  const base = names.includes(limit) ? limit : names[0]
  if (!options.check)
    console.log(`\n## ${title} (about ${Math.ceil(minutes(engine, names, keys.length))} minutes)`)
  const results = {}
  for (const key of keys) {
    const scenario = scenarios[key]
    const measured = await measureScenario(scenario, engine, names)
    if (options.check) console.log(`${key}. ${scenario.title}: ${names.join(', ')} answer alike (${title})`)
    else {
      results[key] = summarize(measured, base)
      console.log(scenarioTable(key, scenario.title, results[key], base))
    }
  }
  if (!options.check) console.log(`\n### ${title}, all scenarios\n\n${overview(results, names, base)}`)
}

async function measureScenario(scenario, engine, names) {
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  for (let restart = 0; restart < plan.restarts; restart++) {
    const servers = await startAll(scenario, engine, namesOf(engine, names, restart))
    if (!options.check) await measureAll(servers, scenario, measured, restart * plan.rounds)
    for (const server of servers) server.stop()
  }
  return measured
}

function namesOf({ closeOnes }, names, restart) {
  return options.quick && restart > 0 ? names.filter((name) => closeOnes.includes(name)) : names
}

/** Starts every server in a fresh process, and fails on wrong answers. */
async function startAll(scenario, { scripts, start }, wanted) {
  const servers = []
  for (const name of wanted) {
    const server = await startServer(name, scripts[name], scenario, start)
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

function minutes(engine, names, scenarioCount) {
  const { rounds, seconds, warmUp } = plan
  let processes = 0
  for (let restart = 0; restart < plan.restarts; restart++)
    processes += namesOf(engine, names, restart).length
  return (scenarioCount * processes * (startSeconds + warmUp + rounds * seconds)) / 60
}

function stop(sentence, code = 2) {
  console.error(sentence)
  process.exit(code)
}
