#!/usr/bin/env node
// Runs the tests: `node test/run-tests.mjs [part of a path]…`. It does not build: run `npm run build`
// first. Each folder is a separate process, since the suites of a process share the runtime's settings.
// One more runs at once than there are cores, since many wait for clocks; TEST_JOBS=1 runs one after the
// other. A folder's output is printed when it ends. The last line is `N passed, N failed`; the exit code is
// 1 if a test failed, a process crashed, or nothing ran. Temporary files are removed, even after an abort.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const filters = process.argv.slice(2)
/** Tests of stores need servers of Redis and PostgreSQL: `npm run test:stores`, or TEST_STORES=1. */
const withStores = process.env.TEST_STORES === '1' || filters.some((filter) => filter.includes('stores'))
/** Child processes that read TypeScript get these arguments, too, by `process.execArgv`. */
const nodeArgs = ['--enable-source-maps', '--import', new URL('loader/register.mjs', import.meta.url).href]
/** Of the folders that measure no memory: a collector of one thread lets more garbage stand. */
const quickArgs = [
  // Optimizing code that runs for seconds takes more time than it saves, so this begins 15 times as late.
  Number.parseInt(process.versions.node, 10) < 22
    ? '--interrupt-budget=1000000'
    : '--invocation-count-for-turbofan=45000',
  '--single-threaded-gc',
]
/** Folders that take longest, in this order. */
const slow = [
  'test/golden',
  'test/attacks',
  'packages/cli/test',
  'test/openapi',
  'test/compat',
  'test/conformance',
  'test/reference',
  'runtime/test/adapter/node',
  'cli/test/watch',
  'cli/test/commands',
  'test/docs',
  'codegen/test/parse',
  'test/openapi/read',
  'test/soak',
  'test/compat/plugin',
  'runtime/test/adapter/listen',
  'test/rules',
]
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-tests-')))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
/** The current test processes. */
const running = new Set()
const jobs = Number(process.env.TEST_JOBS ?? availableParallelism() + 1)

const total = { passed: 0, failed: 0 }
const folders = longestFirst(byFolder(findTests()))
await Promise.all(Array.from({ length: jobs }, runFolders))
if (total.passed + total.failed === 0) console.log('No test ran.')
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)

/** One worker of the pool: takes the next folder until none is left. */
async function runFolders() {
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    const { passed, failed } = await runFolder(...next)
    total.passed += passed
    total.failed += failed
  }
}

/** Test files whose path contains one of the filters, relative to the root. */
function findTests() {
  const packages = readdirSync(join(root, 'packages')).sort()
  const places = [...packages.map((name) => join(root, 'packages', name, 'test')), join(root, 'test')]
  return places
    .flatMap(testsBelow)
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
    .filter((path) => withStores || !path.startsWith('test/stores/'))
}

function testsBelow(folder) {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
  return entries
    .filter((entry) => entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return testsBelow(path)
      return entry.name.endsWith('.test.ts') ? [path] : []
    })
}

function byFolder(files) {
  const folders = new Map()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file])
  return folders
}

/** A long folder that began last would leave the other cores idle. */
function longestFirst(folders) {
  const place = ([folder]) => slow.findIndex((name) => folder.endsWith(name)) >>> 0
  return [...folders].sort((a, b) => place(a) - place(b))
}

async function runFolder(folder, files) {
  const started = performance.now()
  const silent = files.filter((file) => !/^\s*[\w.]+\.run\(\)/m.test(readFileSync(join(root, file), 'utf8')))
  const names = files.map((file) => basename(file).replaceAll('.', '\\.'))
  const { code, signal, output, printed } = await runUvu(folder, `^(${names.join('|')})$`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`\n# ${folder} (${seconds} s)\n${printed}`)
  for (const file of silent) console.error(`${file} never calls run(), so none of its tests would run.`)
  const ran = countOf(output, 'Total')
  const passed = countOf(output, 'Passed') ?? 0
  if (ran === undefined || signal !== null) {
    console.error(
      ran === undefined
        ? `${folder}: the tests broke off (${signal ?? `exit code ${code}`}).`
        : `${folder}: the process was still there 30 s after its last test.`,
    )
    return { passed, failed: Math.max((ran ?? 0) - passed, 1) + silent.length }
  }
  // uvu counts no failure if a suite's `before` throws, so every test that did not pass failed. A process
  // that exits badly after its last test has failed, too.
  const failed = Math.max(ran - passed, code === 0 ? 0 : 1)
  return { passed, failed: failed + silent.length }
}

function runUvu(folder, pattern) {
  const uvu = join(root, 'node_modules/uvu/bin.js')
  const isMeasured = /^test\/(attacks|soak)(\/|$)/.test(folder)
  const args = [...nodeArgs, ...(isMeasured ? [] : quickArgs), uvu, folder, pattern, '--no-color']
  return new Promise((resolve, reject) => {
    // The compiler ends before collecting its garbage pays off.
    const env = { GOGC: '800', ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    let printed = ''
    let overdue
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      printed += text
      // A test that fails may leave a server that holds the process.
      if (/^ {2}Duration: /m.test(text)) overdue ??= setTimeout(() => child.kill('SIGKILL'), 30_000)
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      running.delete(child)
      clearTimeout(overdue)
      resolve({ code, signal, printed, output: stripVTControlCharacters(output) })
    })
  })
}

/** Stops the tests first, as they would write more files. */
function stop(signal) {
  process.exitCode = 1
  folders.length = 0
  for (const child of running) {
    child.once('close', () => running.size === 0 && process.exit())
    child.kill(signal)
  }
  if (running.size === 0) process.exit()
}

/** uvu's own count, the last one printed: a test may print a lookalike. */
function countOf(output, name) {
  const counts = [...output.matchAll(new RegExp(`^ {2}${name}: +(\\d+)$`, 'gm'))]
  const last = counts.at(-1)?.[1]
  return last === undefined ? undefined : Number(last)
}
