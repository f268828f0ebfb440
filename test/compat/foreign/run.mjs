#!/usr/bin/env node
// `npm run test:foreign`: types of published packages, generated, compiled and compared with schemas of other tools.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

const types = run([join(root, 'node_modules/typescript/bin/tsc'), '-p', here, '--noEmit'])
process.exitCode = types === 0 ? run(['--import', 'tsx', join(here, 'cli.ts'), ...process.argv.slice(2)]) : 1

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}
