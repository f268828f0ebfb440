#!/usr/bin/env node
// node start/run.mjs [--runs=15]: processor time that importing the runtime and generated files adds to a start.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeRun } from '../describe-run.mjs'
import { median } from '../micro/statistics.mjs'
import { makeDtos } from './make-dtos.mjs'

const goal = 40
const count = 100
const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '15' } } })
const folder = fileURLToPath(new URL('../dist/start', import.meta.url))

const generated = await makeDtos(folder, count)
const report = 'const { user, system } = process.cpuUsage()\nprocess.stdout.write(String(user + system))\n'
const importName = "import { asInt } from '@ctxgen/runtime/codegenv1'\nexport const one = asInt"
const importRuntime = "import '@ctxgen/runtime'\n"
const scripts = {
  'bare node': '',
  'the runtime': importRuntime,
  [`and ${count} files that hold one constant`]: importRuntime + filesLike('one', 'export const one = 1'),
  [`and ${count} files that import one name of it`]: importRuntime + filesLike('name', importName),
  [`and ${count} generated files`]: importRuntime + importsOf(generated),
}
const names = Object.keys(scripts)
const paths = names.map((name, i) => {
  const path = `${folder}/start-${i}.mjs`
  writeFileSync(path, scripts[name] + report)
  return path
})

describeRun(`${options.runs} processes of each`)
const measured = paths.map(() => [])
for (let run = 0; run < Number(options.runs); run++) {
  for (const [i, path] of paths.entries()) measured[i].push(cpuMs(path))
}
const bare = median(measured[0])
console.log('\n| import | CPU ms | over bare node |\n| --- | --- | --- |')
for (const [i, name] of names.entries()) {
  const ms = median(measured[i])
  console.log(`| ${name} | ${ms.toFixed(1)} | ${(ms - bare).toFixed(1)} |`)
}
console.log(`\nGoal: at most ${goal} ms over bare node for both.`)

/** Imports of files with a fixed text, to measure node's own time per file. */
function filesLike(name, text) {
  const files = Array.from({ length: count }, (_, i) => `${name}-${i}.mjs`)
  for (const file of files) writeFileSync(`${folder}/${file}`, text)
  return importsOf(files)
}

function importsOf(files) {
  return files.map((name) => `import './${name}'\n`).join('')
}

function cpuMs(path) {
  const { stdout, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' })
  if (!(Number(stdout) > 0)) throw new Error(`${path} failed: ${stderr}`)
  return Number(stdout) / 1000
}
