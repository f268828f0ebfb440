#!/usr/bin/env node
// `npm run test:client`: installs the libraries on first use, then gives them the files of clients: TanStack Query for five
// frameworks, MSW, React Hook Form, TanStack Form.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

if (!existsSync(join(here, 'node_modules/msw'))) {
  // The packages for Angular want a newer Node, but only their types count.
  const { status } = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here)
  if (status !== 0) stop('The libraries could not be installed, so nothing was tested.')
}
mkdirSync(join(here, 'work'), { recursive: true })
const command = join(root, 'packages/cli/bin/ctxgen.js')
for (const name of ['parking', 'shop']) {
  const app = `fixtures/client/${name}/app.ts`
  const output = join(here, 'work', `${name}.ts`)
  const args = ['client', app, '-o', output, '--query', '--msw']
  if (run(process.execPath, [command, ...args], root).status !== 0) stop('A client could not be written.')
}
const tsc = join(root, 'node_modules/typescript/bin/tsc')
if (run(process.execPath, [tsc, '-p', here], root).status !== 0) process.exit(1)
process.exitCode = run(process.execPath, ['--import', 'tsx', join(here, 'libraries.ts')], root).status ?? 1

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
}

function stop(reason) {
  console.error(reason)
  process.exit(1)
}
