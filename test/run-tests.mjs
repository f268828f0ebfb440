#!/usr/bin/env node
// Runs the tests: `node test/run-tests.mjs [part of a path]…`. It builds nothing: `npm run build` comes first.
//
// Each folder is a process of its own, one after the other, as the suites of one process share the runtime's settings.
// The last line is `N passed, N failed`; the exit code is 1 when a test failed, a process broke, or nothing ran.
// What tests leave in the folder for temporary files goes when they end, also those that broke off or were stopped.
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
/** The process that runs tests now. */
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

/** Test files whose path holds one of the filters, relative to the root. */
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
  // A suite whose `before` throws counts no failure in uvu; what did not pass failed. And a process that ends badly
  // after its last test has failed too.
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

/** Ends the tests first, which would go on writing. */
function stop(signal) {
  process.exitCode = 1
  running?.once('close', () => process.exit())
  if (running?.kill(signal) !== true) process.exit()
}

/** uvu's own count, which comes last: a test may print what looks like one. */
function countOf(output, name) {
  const counts = [...output.matchAll(new RegExp(`^ {2}${name}: +(\\d+)$`, 'gm'))]
  const last = counts.at(-1)?.[1]
  return last === undefined ? undefined : Number(last)
}
