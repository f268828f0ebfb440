#!/usr/bin/env node
// Installs typia in its own folder and runs its transform. Without it, the benchmarks leave typia out and report it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const cwd = fileURLToPath(new URL('.', import.meta.url))
const steps = [...(existsSync(`${cwd}/node_modules`) ? [] : [['npm', 'ci']]), ['npx', '--no-install', 'tspc']]
for (const [command, ...args] of steps) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status === 0) continue
  console.error(`typia could not be built (${error?.message ?? `${command} ${args.join(' ')} failed`}).`)
  process.exit(1)
}
