#!/usr/bin/env node
// Makes a project of each template with each package manager on the oldest and the newest Node, and runs its scripts:
// `npm run test:create [words of a name]…`. The managers are installed separately, on first use.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binaryOf } from '../node-binary.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

if (!existsSync(join(here, 'node_modules/publint'))) npm('install', '--no-save', '--no-audit', '--no-fund')
// If npm runs no install scripts, Bun's binary is not in place yet.
if (!starts('bun')) npm('rebuild', '--ignore-scripts=false', 'bun')
const nodes = Object.fromEntries(['20.19', '26'].map((line) => [line, nodeOf(line)]))
const missing = ['pnpm', 'publint', 'bun'].filter((name) => !starts(name))
if (missing.length > 0) {
  console.error(`Nothing was tested, as these could not be installed: ${missing.join(', ')}`)
  process.exit(1)
}
if (run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here]) !== 0) process.exit(1)
const script = join(here, 'run-create.ts')
process.env.CREATE_NODES = JSON.stringify(nodes)
process.exitCode = run(process.execPath, ['--import', 'tsx', script, ...process.argv.slice(2)]) ?? 1

function nodeOf(line) {
  const { path, problem } = binaryOf(line)
  if (path !== undefined) return path
  console.error(`Nothing was tested, as Node ${line} could not be installed: ${problem}`)
  process.exit(1)
}

function npm(...args) {
  run('npm', args, here)
}

function starts(name) {
  return spawnSync(join(here, 'node_modules/.bin', name), ['--version']).status === 0
}

function run(command, args, cwd = root) {
  return spawnSync(command, args, { cwd, stdio: 'inherit' }).status
}
