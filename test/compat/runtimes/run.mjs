#!/usr/bin/env node
// Tries ctxgen in Bun, Deno and workerd: `npm run test:runtimes [bun|deno|workerd]…`. They have an installation of their
// own, which is made on first use.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')
const binaries = ['bun', 'deno', 'workerd']

// Not `npm ci`: it wants the binaries of every platform in the lock file, and not every registry has them all.
if (!existsSync(join(here, 'node_modules/miniflare'))) npm('install', '--no-save', '--no-audit', '--no-fund')
// Where npm runs no scripts of packages, they have not put their binaries in place.
const unready = binaries.filter((name) => !starts(name))
if (unready.length > 0) npm('rebuild', '--ignore-scripts=false', ...unready)
const missing = binaries.filter((name) => !starts(name))
if (missing.length > 0) {
  console.error(`Nothing was tested, as these could not be installed: ${missing.join(', ')}`)
  process.exit(1)
}
if (run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here], root) !== 0)
  process.exit(1)
const script = join(here, 'run-runtimes.ts')
process.exitCode = run(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)], root) ?? 1

function npm(...args) {
  run('npm', args, here)
}

function starts(name) {
  const { status } = spawnSync(join(here, 'node_modules/.bin', name), ['--version'], {
    shell: process.platform === 'win32',
  })
  return status === 0
}

function run(command, args, cwd) {
  return spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    shell: command === 'npm' && process.platform === 'win32',
  }).status
}
