#!/usr/bin/env node
// Runs the tests: `node test/run-tests.mjs [part of a path]…`. It does not build: run `npm run build`
// first. Each folder is a separate process, one after the other, since the suites of a process share the
// runtime's settings. The last line is `N passed, N failed`; the exit code is 1 if a test failed, a process
// crashed, or nothing ran. Temporary files of the tests are removed at the end, even after an abort.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const filters = process.argv.slice(2)
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-tests-')))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
/** The current test process. */
let running

const total = { passed: 0, failed: 0 }
for (const [folder, files] of byFolder(findTests())) {
  const { passed, failed } = await runFolder(folder, files)
  total.passed += passed
  total.failed += failed
}
if (total.passed + total.failed === 0) console.log('No test ran.')
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)

/** Test files whose path contains one of the filters, relative to the root. */
function findTests() {
  const packages = readdirSync(join(root, 'packages')).sort()
  const places = [...packages.map((name) => join(root, 'packages', name, 'test')), join(root, 'test')]
  return places
    .flatMap(testsBelow)
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)))
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

async function runFolder(folder, files) {
  const silent = files.filter((file) => !/^\s*[\w.]+\.run\(\)/m.test(readFileSync(join(root, file), 'utf8')))
  for (const file of silent) console.error(`${file} never calls run(), so none of its tests would run.`)
  const names = files.map((file) => basename(file).replaceAll('.', '\\.'))
  console.log(`\n# ${folder}`)
  const { code, signal, output } = await runUvu(folder, `^(${names.join('|')})$`)
  const ran = countOf(output, 'Total')
  const passed = countOf(output, 'Passed') ?? 0
  if (ran === undefined || signal !== null) {
    console.error(`${folder}: the tests broke off (${signal ?? `exit code ${code}`}).`)
    return { passed, failed: Math.max((ran ?? 0) - passed, 1) + silent.length }
  }
  // uvu counts no failure if a suite's `before` throws, so every test that did not pass failed. A process
  // that exits badly after its last test has failed, too.
  const failed = Math.max(ran - passed, code === 0 ? 0 : 1)
  return { passed, failed: failed + silent.length }
}

function runUvu(folder, pattern) {
  const uvu = join(root, 'node_modules/uvu/bin.js')
  const args = ['--import', 'tsx', uvu, folder, pattern, '--no-color']
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    running = child
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output: stripVTControlCharacters(output) }))
  })
}

/** Stops the tests first, as they would write more files. */
function stop(signal) {
  process.exitCode = 1
  running?.once('close', () => process.exit())
  if (running?.kill(signal) !== true) process.exit()
}

/** uvu's own count, the last one printed: a test may print a lookalike. */
function countOf(output, name) {
  const counts = [...output.matchAll(new RegExp(`^ {2}${name}: +(\\d+)$`, 'gm'))]
  const last = counts.at(-1)?.[1]
  return last === undefined ? undefined : Number(last)
}
