#!/usr/bin/env node
// Installs the packed packages with each package manager and into projects of each module setup:
// `npm run test:installs [part of a name]…`. The managers are installed separately, on first use.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

// Not `npm ci`: it requires the binaries of every platform in the lock file, and some registries lack a
// few.
if (!existsSync(join(here, 'node_modules/publint'))) npm('install', '--no-save', '--no-audit', '--no-fund')
// If npm runs no install scripts, Bun's binary is not in place yet.
if (!starts('bun')) npm('rebuild', '--ignore-scripts=false', 'bun')
const missing = ['pnpm', 'publint', 'attw', 'bun'].filter((name) => !starts(name))
if (missing.length > 0) {
  console.error(`Nothing was tested, as these could not be installed: ${missing.join(', ')}`)
  process.exit(1)
}
if (run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here]) !== 0) process.exit(1)
const script = join(here, 'run-installs.ts')
process.exitCode = run(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)]) ?? 1

function npm(...args) {
  run('npm', args, here)
}

function starts(name) {
  const { status } = spawnSync(join(here, 'node_modules/.bin', name), ['--version'], {
    shell: process.platform === 'win32',
  })
  return status === 0
}

function run(command, args, cwd = root) {
  const shell = command === 'npm' && process.platform === 'win32'
  return spawnSync(command, args, { cwd, stdio: 'inherit', shell }).status
}
