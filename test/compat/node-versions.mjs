#!/usr/bin/env node
// Runs every test on each supported line of Node: `npm run test:nodes`, or on some `npm run test:nodes -- 22 26`, or
// those whose path holds a word, `npm run test:nodes -- 22 runtime/test/bind`.
// Tests start processes by `process.execPath` and by the name `node`; both resolve to the tested line. The build
// runs once.
import { spawn, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binaryOf } from './node-binary.mjs'

const supported = ['20.19', '22', '24', '26']

const root = fileURLToPath(new URL('../..', import.meta.url))
const isWindows = process.platform === 'win32'

const words = process.argv.slice(2)
const named = words.filter((word) => /^\d+(\.\d+){0,2}$/.test(word))
const filters = words.filter((word) => !named.includes(word))
const lines = named.length > 0 ? named : supported
const binaries = lines.map((line, index) => {
  console.log(`Node ${line}: ${index + 1} of ${lines.length}, found or installed`)
  return { line, ...binaryOf(line) }
})
build()
const rows = []
for (const binary of binaries) rows.push(binary.path === undefined ? binary : await runTests(binary))
printTable(rows)
process.exitCode = rows.every(({ failed }) => failed === 0) ? 0 : 1

function build() {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  })
  if (status !== 0) stop('The build fails.')
}

function runTests({ line, path, version }) {
  console.log(`\n## Node ${version} (${lines.indexOf(line) + 1} of ${lines.length})`)
  const env = { ...process.env, PATH: dirname(path) + delimiter + process.env.PATH }
  const child = spawn(path, [join(root, 'test/run-tests.mjs'), ...filters], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const start = performance.now()
  let tail = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    tail = (tail + text).slice(-200)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(tail) ?? []
      const seconds = Math.round((performance.now() - start) / 1000)
      // A run that aborted or failed without a count is not a success.
      const counted = passed === undefined || (code !== 0 && failed === '0') ? undefined : Number(failed)
      resolve({ line, version, passed, failed: counted, seconds })
    })
  })
}

function printTable(results) {
  console.log('\n| line | version | passed | failed | seconds |\n|---|---|---|---|---|')
  for (const {
    line,
    version = 'not installed',
    passed = '-',
    failed = 'broke off',
    seconds = '-',
  } of results) {
    const cells = [line, version, passed, version === 'not installed' ? '-' : failed, seconds]
    console.log(`| ${cells.join(' | ')} |`)
  }
  for (const { line, problem } of results) {
    if (problem !== undefined) console.log(`\nNode ${line} could not be installed:\n${problem}`)
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(2)
}
