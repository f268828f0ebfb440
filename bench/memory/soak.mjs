#!/usr/bin/env node
// node memory/soak.mjs [--first=1000000] [--last=10000000] [--scenarios=acdgi] [--server=ctxgen]: measures whether a
// server's memory grows with the number of requests. Takes a quarter of an hour with the defaults.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { load, loadProgram } from '../http/load.mjs'
import { scenarios } from '../http/scenarios.mjs'
import { residentBytes, startServer } from '../http/server-process.mjs'

const allowed = 1.05
const pieceSeconds = 2
const scripts = JSON.parse(readFileSync(new URL('../http/servers.json', import.meta.url), 'utf8'))
const { values: options } = parseArgs({
  options: {
    first: { type: 'string', default: '1000000' },
    last: { type: 'string', default: '10000000' },
    scenarios: { type: 'string', default: 'acdgi' },
    server: { type: 'string', default: 'ctxgen' },
  },
})
const [first, last] = [Number(options.first), Number(options.last)]
describeRun(`${last} requests, scenarios ${options.scenarios} in turns, ${loadProgram}, 64 connections`)
console.log('\n| requests | RSS in MB, highest since the line before | lowest |\n| --- | --- | --- |')

const server = await startServer(options.server, scripts[options.server])
const early = await peakAfter(0, first)
let highest = early
for (let done = first; done < last; done += first) highest = await peakAfter(done, done + first)
const ratio = highest / early
console.log(`\nRSS after ${last} requests: ${ratio.toFixed(3)} of that after ${first}; allowed ${allowed}.`)
process.exit(ratio > allowed ? 1 : 0)

/** Loads the server until it has answered `until` requests; returns the peak of its memory. */
async function peakAfter(from, until) {
  const seen = []
  for (let done = from; done < until; ) {
    for (const key of options.scenarios) {
      done += (await load(server, scenarios[key], pieceSeconds)).requests
      seen.push(residentBytes(server.pid))
    }
  }
  const [most, least] = [Math.max(...seen), Math.min(...seen)]
  console.log(`| ${until} | ${(most / 1e6).toFixed(1)} | ${(least / 1e6).toFixed(1)} |`)
  return most
}
