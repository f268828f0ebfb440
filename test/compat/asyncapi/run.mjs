#!/usr/bin/env node
// `npm run test:asyncapi`: installs AsyncAPI's parser on first use, then lets it judge the documents of fixtures and examples.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

if (!existsSync(join(here, 'node_modules/@asyncapi/parser'))) {
  const { status } = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here)
  if (status !== 0) stop('The parser could not be installed, so nothing was tested.')
}
const { Parser } = await import('@asyncapi/parser')
const command = join(root, 'packages/cli/bin/ctxgen.js')
for (const app of ['fixtures/client/rooms/app.ts', 'fixtures/client/feeds/app.ts']) {
  const { stdout, status } = run(process.execPath, [command, 'asyncapi', app, '--quiet'], root, 'pipe')
  if (status !== 0) stop(`${app}: no document`)
  const { document, diagnostics } = await new Parser().parse(stdout)
  // Newer versions of the specification are no issue.
  const issues = diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')
  for (const { path, message } of issues) console.error(`${app}: ${path.join('/')}: ${message}`)
  if (document === undefined || issues.length > 0) process.exitCode = 1
  else
    console.log(
      `${app}: ${document.allChannels().length} channels, ${document.allMessages().length} messages`,
    )
}

function run(program, args, cwd, stdout = 'inherit') {
  const options = { cwd, encoding: 'utf8', shell: process.platform === 'win32' && program === 'npm' }
  return spawnSync(program, args, { ...options, stdio: ['inherit', stdout, 'inherit'] })
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
