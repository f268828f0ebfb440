#!/usr/bin/env node
// `npm run test:openapi`: installs the tools on first use, then lets them judge the documents. Some tools need a newer Node
// than the project, so that they run with Node 24. Parts by name: `npm run test:openapi -- parsers page`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingChromium } from '../chromium.mjs'
import { binaryOf } from '../node-binary.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../../..')

const parts = process.argv.slice(2)
const noBrowser = parts.length === 0 || parts.includes('page') ? missingChromium() : undefined
if (noBrowser !== undefined)
  stop(`${noBrowser}\nThe other parts need none: npm run test:openapi -- parsers clients prism requests`)
if (!existsSync(join(here, 'node_modules/orval'))) {
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) stop('The tools could not be installed, so nothing was tested.')
}
const { path, problem } = binaryOf('24')
if (path === undefined) stop(`Node 24 could not be installed, so nothing was tested:\n${problem}`)
const args = ['--import', 'tsx', join(here, 'cli.ts'), ...parts]
const { status } = spawnSync(path, args, { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
