#!/usr/bin/env node
// Compiles the goldens with every supported line of TypeScript: `npm run types:all`, or with some,
// `npm run types:all -- 5.9.3`. The compilers are installed on first use, below node_modules/.cache. As dependencies they would compete for the one `tsc`
// that npm links.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkGenerated } from '../support/strict-compile.ts'

const supported = ['5.9.3', '6.0.3', '7.0.2']

const root = fileURLToPath(new URL('../..', import.meta.url))
const fixtures = join(root, 'fixtures')

const versions = process.argv.length > 2 ? process.argv.slice(2) : supported
const unknown = versions.filter((version) => !/^\d+\.\d+(\.\d+)?$/.test(version))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} is no version of TypeScript, such as ${supported.join(', ')}.`)
  process.exit(2)
}
const goldens = mkdtempSync(join(fixtures, '.versions-'))
process.on('exit', () => rmSync(goldens, { recursive: true }))
for (const name of ['valid', 'earlier', 'types', 'tsconfig.json'])
  cpSync(join(fixtures, name), join(goldens, name), { recursive: true })
checkGenerated(goldens)
let failed = 0
for (const version of versions) {
  const { status, stdout, stderr } = run([compilerOf(version), '-p', goldens, '--pretty', 'false'])
  if (status !== 0) failed++
  console.log(`TypeScript ${version}: ${status === 0 ? 'every golden compiles' : 'failed'}`)
  if (status !== 0) console.log(`${stdout}${stderr}`)
}
process.exitCode = failed === 0 ? 0 : 1

function compilerOf(version) {
  const folder = join(root, 'node_modules/.cache/typescript-versions', version)
  const compiler = join(folder, 'node_modules/typescript/bin/tsc')
  if (existsSync(compiler)) return compiler
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', ['install', ...options, `typescript@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`TypeScript ${version} could not be installed:\n${stderr}`)
  return compiler
}

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
}
