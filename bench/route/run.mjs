#!/usr/bin/env node
// node route/run.mjs [static] [beside] [parameter] … [--node=/path/to/node] [--check] [--restarts=3] [--rounds=11] [--batch=15]
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { median } from '../micro/statistics.mjs'
import { tables } from './paths.mjs'
import { routers } from './routers.mjs'
import { kindNames } from './subjects.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    node: { type: 'string', default: process.execPath },
    restarts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '11' },
    batch: { type: 'string', default: '15' },
  },
})
const wanted = positionals.length === 0 ? kindNames : positionals
const unknown = wanted.filter((kind) => !kindNames.includes(kind))
if (unknown.length > 0) stop(`There is no kind ${unknown.join(', ')}; there are ${kindNames.join(', ')}.`)

const settings = { checkOnly: options.check, rounds: Number(options.rounds), batchMs: Number(options.batch) }
const restarts = options.check ? 1 : Number(options.restarts)
if (!options.check)
  describeRun(`${restarts} processes × ${settings.rounds} rounds of ${settings.batchMs} ms`, options.node)
for (const kind of wanted) {
  const runs = []
  for (let i = 0; i < restarts; i++) {
    const run = await inFreshProcess({ kind, ...settings })
    if (run.failures.length > 0) stop(run.failures.join('\n'))
    runs.push(run)
  }
  if (options.check) console.log(`${runs[0].title}: ${Object.keys(routers).join(', ')} find the same`)
  else printTable(runs)
}

function inFreshProcess(job) {
  const child = fork(fileURLToPath(new URL('measure-process.mjs', import.meta.url)), [JSON.stringify(job)], {
    execPath: options.node,
  })
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('exit', (code) => {
      if (code !== 0) stop(`The measuring process ended with code ${code}.`)
    })
  })
}

/**
 * Nanoseconds of processor time per look-up by number of routes, and the ratio of the most to the fewest routes: when
 * all are requested, and when as few as in the smallest table are.
 */
function printTable(runs) {
  const names = tables.map(({ name }) => name)
  const [fewest, most, few] = [names[0], ...names.slice(-2)]
  console.log(`\n### ${runs[0].title}\n`)
  console.log(
    `| ns by routes | ${names.join(' | ')} | ${most} / ${fewest} | (${few}) / ${fewest} | × ctxgen at ${most} |`,
  )
  console.log(`|---${'|---'.repeat(names.length + 3)}|`)
  for (const router of Object.keys(routers)) {
    const timesAt = (name) => timesOf(runs, `${router} ${name}`)
    const times = names.map((name) => Math.round(median(timesAt(name))))
    const growth = [most, few].map((name) => median(ratios(timesAt(name), timesAt(fewest))))
    const against = median(ratios(timesAt(most), timesOf(runs, `ctxgen ${most}`)))
    const shown = [...growth, against].map((ratio) => ratio.toFixed(2))
    console.log(`| ${[router, ...times, ...shown].join(' | ')} |`)
  }
}

/** The times of a contender in all rounds of all processes, in order. */
function timesOf(runs, contender) {
  return runs.flatMap(({ rows }) => rows.find(({ name }) => name === contender).cpuNs)
}

function ratios(times, base) {
  return times.map((time, i) => time / base[i])
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
