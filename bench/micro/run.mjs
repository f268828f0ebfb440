#!/usr/bin/env node
// node micro/run.mjs [subject]… [--node=/path/to/node] [--runtime=bun] [--check] [--together] [--restarts=3] [--rounds=15]
// [--batch=25] [--before=/path/to/checkout] [--only=ctxgen]. Each subject gets fresh processes; --together runs all subjects
// in one process, as in a service.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { runtimeBinary } from '../fetch/runtimes.mjs'
import { bundleEarlier } from './earlier.mjs'
import { summarise } from './statistics.mjs'

const all = ['query', 'json', 'cookie', 'form', 'multipart', 'stringify', 'validate', 'rules', 'all', 'wide']
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    node: { type: 'string', default: process.execPath },
    runtime: { type: 'string' },
    together: { type: 'boolean', default: false },
    restarts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '15' },
    batch: { type: 'string', default: '25' },
    before: { type: 'string' },
    only: { type: 'string' },
  },
})
const wanted = positionals.length === 0 ? all : positionals
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) stop(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.`)

const binary = options.runtime === undefined ? options.node : runtimeBinary(options.runtime)
const settings = {
  checkOnly: options.check,
  rounds: Number(options.rounds),
  batchMs: Number(options.batch),
  only: options.only,
  earlier: options.before && (await bundleEarlier(options.before)),
}
const restarts = options.check ? 1 : Number(options.restarts)
if (!options.check)
  describeRun(`${restarts} processes × ${settings.rounds} rounds of ${settings.batchMs} ms`, binary)
for (const names of options.together ? [wanted] : wanted.map((name) => [name])) {
  const runs = []
  for (let i = 0; i < restarts; i++) {
    const run = await inFreshProcess({ names, ...settings })
    if (run.failures.length > 0) stop(run.failures.join('\n'))
    runs.push(run)
  }
  if (options.check) for (const line of runs[0].checked) printCheck(line)
  else for (let i = 0; i < runs[0].results.length; i++) printTable(runs.map((run) => run.results[i]))
}

function inFreshProcess(job) {
  const child = fork(fileURLToPath(new URL('measure-process.mjs', import.meta.url)), [JSON.stringify(job)], {
    execPath: binary,
  })
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('exit', (code) => {
      if (code !== 0) stop(`The measuring process ended with code ${code}.`)
    })
  })
}

function printCheck({ title, contenders, good, bad }) {
  console.log(`${title}: ${contenders} contenders agree on ${good} good and ${bad} bad requests`)
}

function printTable(results) {
  const [{ title, limit, notes, bytes }] = results
  const runs = results.map(({ rows }) => rows)
  const perByte = bytes === undefined ? '' : ' ns/byte |'
  console.log(
    `\n### ${title}\n\nLimit: ${limit}.\n\n| contender | × limit | CPU ns | clock ns | best |${perByte}\n|---|---|---|---|---|${perByte && '---|'}`,
  )
  for (const { name, ns, cpuNs, ratio, best } of summarise(runs, limit)) {
    const { parseOnly, keepsUnknown } = notes.find((note) => note.name === name)
    const mark = parseOnly ? ' (parse only)' : keepsUnknown ? ' (keeps unknown keys)' : ''
    const times = [cpuNs, ns, best].map(Math.round).join(' | ')
    const each = bytes === undefined ? '' : ` ${(cpuNs / bytes).toFixed(2)} |`
    console.log(`| ${name}${mark} | ${ratio.toFixed(2)} | ${times} |${each}`)
  }
  for (const { name } of notes.filter((note) => note.name.startsWith('before: '))) {
    const now = summarise(runs, name).find((row) => `before: ${row.name}` === name)
    console.log(`\n${now.name}: ${now.ratio.toFixed(2)} of the time before`)
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
