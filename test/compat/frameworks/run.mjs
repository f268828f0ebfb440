#!/usr/bin/env node
// `npm run test:frameworks`: installs the frameworks on first use, then checks types and answers against them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

const { devDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
if (Object.keys(devDependencies).some((name) => !existsSync(join(here, 'node_modules', name)))) {
  const { status } = run('npm', ['ci', '--no-audit', '--no-fund'], here)
  if (status !== 0) {
    console.error('The frameworks could not be installed, so nothing was tested.')
    process.exit(1)
  }
}
const types = run('npx', ['tsc', '-p', here, '--noEmit'], root)
if (types.status !== 0) process.exit(1)
for (const script of [
  'compare-frameworks.ts',
  'compare-uploads.ts',
  'compare-recipes.ts',
  'connect-packages.ts',
]) {
  const { status } = run(process.execPath, ['--import', 'tsx', join(here, script)], root)
  if (status !== 0) process.exitCode = 1
}

function run(command, args, cwd) {
  // The recipe of NestJS has decorators, which this tsconfig allows.
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(here, 'tsconfig.json') }
  return spawnSync(command, args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' })
}
