#!/usr/bin/env node
// node compile/run.mjs [--rounds=5]: processor time of tsc for 500 DTOs in 100 files, a third of them unions and generics,
// with and without generated files, and with a handler for each DTO.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { compareCpu } from '../generate/measure-cpu.mjs'
import { makeService, removeService } from './make-service.mjs'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const compilers = { 'TypeScript 5.9': 'ts59', 'TypeScript 7': 'typescript' }
const goal = 2.2

describeRun(`${options.rounds} rounds, in turns`)
const service = makeService(100)
try {
  console.log(
    '\n| compiler | sources alone, s | with generated files | ratio | goal | and handlers, s | ratio |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, packageName] of Object.entries(compilers)) {
    const tsc = fileURLToPath(new URL(`../node_modules/${packageName}/bin/tsc`, import.meta.url))
    const contenders = ['sources', 'all', 'used'].map((project) => ({
      name: project,
      argv: argvOf(tsc, project),
    }))
    for (const { argv } of contenders) check(argv)
    const medians = compareCpu(contenders, Number(options.rounds))
    const [alone, all, used] = ['sources', 'all', 'used'].map((project) => medians.get(project))
    const [ratio, usedRatio] = [all, used].map((seconds) => (seconds / alone).toFixed(2))
    console.log(
      `| ${name} | ${alone.toFixed(2)} | ${all.toFixed(2)} | ${ratio} | ${goal} | ${used.toFixed(2)} | ${usedRatio} |`,
    )
  }
} finally {
  removeService(service)
}

function argvOf(tsc, project) {
  return [process.execPath, tsc, '--noEmit', '-p', `${service}/tsconfig.${project}.json`]
}

/** A compiler that reports errors has not done the timed work. */
function check([command, ...args]) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tsc failed: ${stdout.slice(0, 2000)}`)
}
