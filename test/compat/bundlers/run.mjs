#!/usr/bin/env node
// Tests the plugin in real bundlers: `npm run test:bundlers [part of a name]…`. The bundlers are large, so
// they are installed separately, on first use.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const root = join(folder, '../../..')
const filters = process.argv.slice(2)

if (!existsSync(join(folder, 'node_modules/vite'))) {
  // Not `npm ci`: it requires the bindings of every platform in the lock file, and some registries lack a
  // few.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The bundlers could not be installed, so nothing was tested.')
    process.exit(1)
  }
}
const compiler = join(root, 'node_modules/typescript/bin/tsc')
if (run([compiler, '-p', folder]) !== 0) process.exit(1)
const suites = readdirSync(folder).filter(
  (name) => name.endsWith('.bundler.ts') && filters.every((filter) => name.includes(filter)),
)
// A process for each: bundlers keep files, watchers and threads open.
const failed = suites.filter((name) => {
  console.log(`\n# ${name}`)
  return run(['--import', 'tsx', join(folder, name)]) !== 0
})
if (suites.length === 0) console.error('No suite has such a name.')
else console.log(failed.length === 0 ? `${suites.length} suites passed` : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 && suites.length > 0 ? 0 : 1

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status
}
