#!/usr/bin/env node
// `npm run site` builds the site, `npm run test:site` tests it as well, and `node docs/site/run.mjs times`
// measures the playground. What it needs is installed here, when the lockfile
// has changed; the browser is the system's (`CHROMIUM`, else /usr/bin/chromium).
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingChromium } from '../../test/compat/chromium.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const isTest = process.argv[2] === 'test'
const isTimed = process.argv[2] === 'times'
const only = process.argv[3] ?? ''

const problem = isTest || isTimed ? missingChromium() : undefined
if (problem !== undefined) stop(problem)
if (changedAt('package-lock.json') > changedAt('node_modules/.package-lock.json'))
  must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
must(process.execPath, [join(root, 'scripts/require-build.mjs')])
must(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here])
must('npm', ['run', '-s', 'build'])
if (isTimed) must(process.execPath, ['--import', 'tsx', 'test/playground-times.ts'])
if (isTest) {
  const tests = readdirSync(join(here, 'test')).filter((name) => /\.(?:test|browser)\.ts$/.test(name))
  for (const name of tests.filter((one) => one.includes(only))) {
    if (run(process.execPath, ['--import', 'tsx', join('test', name)]) !== 0) process.exitCode = 1
  }
}

/** In ms; 0 if there is no such file. */
function changedAt(path) {
  return statSync(join(here, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function must(command, args) {
  const status = run(command, args)
  if (status !== 0) stop(`${command} ${args.join(' ')} failed`)
}

function run(command, args) {
  return spawnSync(command, args, { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' }).status
}

function stop(reason) {
  console.error(reason)
  process.exit(1)
}
