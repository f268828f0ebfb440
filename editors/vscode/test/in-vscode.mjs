#!/usr/bin/env node
// `npm test` here: the extension in VS Code (code-server, in Chromium) shows a diagnostic, a completion, a hover and a fix.
// code-server is installed below node_modules/.cache, or is the folder in CODE_SERVER; the repository must be built.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath, missingChromium } from '../../../test/compat/chromium.mjs'
import { binaryOf } from '../../../test/compat/node-binary.mjs'

const version = '4.139.1'
// Without these native modules its server does not start; the others of VS Code are for terminals and sign-in.
const natives = ['@vscode/spdlog', '@vscode/native-watchdog', '@vscode/sqlite3', '@vscode/fs-copyfile']
const here = fileURLToPath(new URL('..', import.meta.url))
const root = join(here, '../..')

const problem = missingChromium()
if (problem !== undefined) stop(problem)
const node = binaryOf('24')
if (node.path === undefined) stop(`VS Code needs Node 24: ${node.problem}`)
const { chromium } = await import('playwright-core').catch(() =>
  stop('Run npm install in editors/vscode first.'),
)
const env = { ...process.env, PATH: dirname(node.path) + delimiter + process.env.PATH }
const codeServer = process.env.CODE_SERVER ?? installed()
const home = mkdtempSync(join(tmpdir(), 'ctxgen-vscode-'))
const folders = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')]
const { version: own } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
must(
  node.path,
  [codeServer, ...folders, '--install-extension', join(here, `ctxgen-vscode-${own}.vsix`)],
  home,
)
writeWorkspace()

const port = await freePort()
const address = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`]
const options = [...folders, ...address, '--disable-telemetry', '--disable-update-check']
const server = spawn(node.path, [codeServer, ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--disable-gpu'],
})
let page
try {
  await listening()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  // A busy machine starts the extension host slowly.
  context.setDefaultTimeout(180_000)
  page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/?folder=${join(home, 'project')}`)
  await openFile('cars.ts')
  await step('a diagnostic', diagnostic)
  await step('a hover', hover)
  await step('a completion', completion)
  await step('a quick fix', quickFix)
  console.log('4 passed, 0 failed')
} catch (error) {
  if (process.env.SCREENSHOT !== undefined) await page?.screenshot({ path: process.env.SCREENSHOT })
  console.error(error)
  process.exitCode = 1
} finally {
  await browser.close()
  server.kill()
  rmSync(home, { recursive: true, force: true })
}

async function step(name, run) {
  const start = performance.now()
  await run()
  console.log(`${name} appears (${((performance.now() - start) / 1000).toFixed(1)} s)`)
}

async function openFile(name) {
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: new RegExp(`^${name}$`) }).click()
  await page.locator('.view-line', { hasText: 'ListCars' }).waitFor()
}

/** Puts the cursor into a line. */
async function goTo(text, column) {
  await page.locator('.view-line', { hasText: text }).click()
  await page.keyboard.press('Home')
  for (let i = 1; i < column; i++) await page.keyboard.press('ArrowRight')
}

async function diagnostic() {
  await page.locator('.squiggly-error').first().waitFor()
  await goTo('page', 1)
  await page.keyboard.press('F8')
  await page.locator('.marker-widget', { hasText: 'unknown rule mn; did you mean min?' }).waitFor()
  await page.keyboard.press('Escape')
}

async function hover() {
  await goTo('colour', 2)
  await page.keyboard.press('Control+K')
  await page.keyboard.press('Control+I')
  await page.locator('.monaco-hover', { hasText: '?colour=red&colour=blue' }).waitFor()
  await page.keyboard.press('Escape')
}

async function completion() {
  // Behind "/** @validate".
  await goTo('seats', 14)
  await page.keyboard.type(' ')
  const offered = page.locator('.suggest-widget .monaco-list-row')
  await offered.filter({ hasText: 'eqfield' }).waitFor()
  await page.keyboard.type('ma')
  await offered.filter({ hasText: 'max' }).waitFor()
  await page.keyboard.press('Escape')
}

async function quickFix() {
  // In "mn". The menu closes when the offers change meanwhile.
  await goTo('page', 16)
  const offered = page.locator('.action-widget', { hasText: 'Replace mn by min' })
  for (let left = 5; left >= 0; left--) {
    await page.keyboard.press('Control+.')
    const isShown = await offered.waitFor({ timeout: 20_000 }).then(
      () => true,
      () => false,
    )
    if (isShown) break
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Enter')
  await page.locator('.view-line', { hasText: 'min=1' }).waitFor()
}

function writeWorkspace() {
  const files = {
    'data/User/settings.json': {
      'chat.disableAIFeatures': true,
      'editor.hover.delay': 0,
      'security.workspace.trust.enabled': false,
      'workbench.startupEditor': 'none',
    },
    'project/package.json': { type: 'module' },
    'project/ctxgen.config.json': { inputs: ['cars.ts'] },
    'project/tsconfig.json': { compilerOptions: { strict: true, module: 'nodenext' } },
    'project/cars.ts': `/** @query */
export interface ListCars {
  /** @validate mn=1 */ page: number
  colour: ('red' | 'blue')[]
  /** @validate  */ seats: number
}
`,
  }
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
  const modules = join(home, 'project/node_modules')
  mkdirSync(join(modules, '@ctxgen'), { recursive: true })
  symlinkSync(join(root, 'packages/cli'), join(modules, 'ctxgen'))
  symlinkSync(join(root, 'packages/runtime'), join(modules, '@ctxgen/runtime'))
}

/** Its parts are installed without the scripts of all of them: some download, or want libraries of the system. */
function installed() {
  const folder = join(root, `node_modules/.cache/code-server-${version}`)
  const whole = join(folder, 'node_modules/code-server')
  const ready = join(folder, 'ready')
  if (existsSync(ready)) return whole
  console.log('code-server is installed, which takes some minutes')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  must('npm', ['install', ...quiet, `code-server@${version}`], folder)
  const vscode = join(whole, 'lib/vscode')
  must('npm', ['install', ...quiet], vscode)
  must('npm', ['install', ...quiet], join(vscode, 'extensions'))
  must('npm', ['rebuild', '--loglevel=error', ...natives], vscode)
  writeFileSync(ready, '')
  return whole
}

function must(command, args, cwd) {
  // A Node from npm has the headers that native modules need.
  const headers = join(dirname(node.path), '..')
  const more = existsSync(join(headers, 'include/node')) ? { npm_config_nodedir: headers } : {}
  const shell = process.platform === 'win32'
  const { status } = spawnSync(command, args, {
    cwd,
    env: { ...env, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  })
  if (status !== 0) stop(`${command} ${args.join(' ')} failed`)
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

function listening() {
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => /HTTP server listening/.test(String(text)) && resolve())
    server.once('exit', (code) => reject(new Error(`code-server ended with ${code}`)))
  })
}

function stop(reason) {
  console.error(reason)
  process.exit(1)
}
