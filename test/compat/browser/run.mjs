#!/usr/bin/env node
// `npm run test:browser`: opens pages in Chromium: forms that are checked by the DTO that their server binds, clients of random
// DTOs, the front end of examples/conduit, and two windows of examples/board (`-- board`). What they need is installed on first
// use; the browser is the system's (`CHROMIUM`, else /usr/bin/chromium).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath, missingChromium } from '../chromium.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

const problem = missingChromium()
if (problem !== undefined) stop(problem)
if (['playwright-core', 'axe-core'].some((name) => !existsSync(join(here, 'node_modules', name)))) {
  const { status } = run('npm', ['install', '--no-save', '--no-audit', '--no-fund'], here)
  if (status !== 0) stop('What the pages need could not be installed, so nothing was tested.')
}
if (run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here], root).status !== 0)
  process.exit(1)
if (run('npm', ['run', '-s', 'build', '-w', 'conduit', '-w', 'board'], root).status !== 0) process.exit(1)
const suites = process.argv.length > 2 ? process.argv.slice(2) : ['pages', 'client', 'conduit', 'board']
for (const suite of suites) {
  const { status } = run(process.execPath, ['--import', 'tsx', join(here, `${suite}.browser.ts`)], root)
  if (status !== 0) process.exitCode = status ?? 1
}

function run(command, args, cwd) {
  const env = { ...process.env, CHROMIUM: chromiumPath }
  return spawnSync(command, args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' })
}

function stop(reason) {
  console.error(reason)
  process.exit(1)
}
