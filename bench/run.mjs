#!/usr/bin/env node
// npm run bench [-- part] [-- options]: installs missing peers, builds, and runs a part: http (the default), micro,
// route, files, middleware, events, sockets, generate, editor, memory, soak, start, size, compile, client, call.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const parts = {
  http: 'http/run.mjs',
  micro: 'micro/run.mjs',
  route: 'route/run.mjs',
  files: 'files/run.mjs',
  middleware: 'middleware/run.mjs',
  events: 'events/run.mjs',
  sockets: 'sockets/run.mjs',
  generate: 'generate/run.mjs',
  editor: 'generate/editor.mjs',
  memory: 'memory/run.mjs',
  soak: 'memory/soak.mjs',
  start: 'start/run.mjs',
  size: 'size/run.mjs',
  compile: 'compile/run.mjs',
  client: 'client/types.mjs',
  call: 'client/call.mjs',
}
const [first = '', ...rest] = process.argv.slice(2)
const part = first in parts ? first : 'http'
const options = first in parts ? rest : process.argv.slice(2)
const cwd = fileURLToPath(new URL('.', import.meta.url))

if (!existsSync(`${cwd}node_modules`)) run('npm', ['ci', '--no-audit', '--no-fund'])
run(process.execPath, ['build.mjs'])
run(process.execPath, [parts[part], ...options])

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (error !== undefined) console.error(`${command} could not be run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
