#!/usr/bin/env node
// Compiles the goldens and the declarations of every published entry, which no `skipLibCheck` hides, with every supported
// line of TypeScript: `npm run types:all`, or with some, `npm run types:all -- 5.9.3`. The compilers are installed on first use, below node_modules/.cache. As dependencies they would compete for the one `tsc`
// that npm links.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkGenerated } from '../support/strict-compile.ts'

const supported = ['5.9.3', '6.0.3', '7.0.2', '7.1.0-beta']

const root = fileURLToPath(new URL('../..', import.meta.url))
const fixtures = join(root, 'fixtures')

const versions = process.argv.length > 2 ? process.argv.slice(2) : supported
const unknown = versions.filter((version) => !/^\d+\.\d+(\.\d+(-[\w.]+)?)?$/.test(version))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')} is no version of TypeScript, such as ${supported.join(', ')}.`)
  process.exit(2)
}
/** unplugin imports the types of every bundler that it is for, installed or not. */
const ofBundlers = /^node_modules\/(unplugin|webpack-virtual-modules)\/.* TS2307: /

const goldens = mkdtempSync(join(fixtures, '.versions-'))
process.on('exit', () => rmSync(goldens, { recursive: true }))
for (const name of ['valid', 'earlier', 'types', 'tsconfig.json'])
  cpSync(join(fixtures, name), join(goldens, name), { recursive: true })
checkGenerated(goldens)
writeFileSync(join(goldens, 'types/published.ts'), publishedEntries().map(imported).join(''))
let failed = 0
for (const version of versions) {
  const argv = ['-p', goldens, '--skipLibCheck', 'false', '--pretty', 'false']
  const { status, stdout, stderr } = run([compilerOf(version), ...argv])
  const lines = `${stdout}${stderr}`.split(/\r?\n/).filter((line) => line !== '')
  const errors = lines.filter((line) => !ofBundlers.test(line))
  const isGood = errors.length === 0 && (status === 0 || lines.length > 0)
  if (!isGood) failed++
  console.log(`TypeScript ${version}: ${isGood ? 'the goldens and every declaration compiles' : 'failed'}`)
  for (const line of errors) console.log(line)
}
process.exitCode = failed === 0 ? 0 : 1

/** The specifiers of all published entries with types. */
function publishedEntries() {
  const packages = join(root, 'packages')
  return readdirSync(packages).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'))
    if (manifest.private) return []
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, { types }]) =>
      types === undefined
        ? []
        : namesFor(join(packages, folder, types)).map(
            (name) => manifest.name + subpath.slice(1).replace('*', name),
          ),
    )
  })
}

/** The names that a `*` in the path of declarations is for; one empty name for a path without. */
function namesFor(types) {
  const [before, after] = types.split('*')
  if (after === undefined) return ['']
  const names = readdirSync(before).filter((name) => name.endsWith(after))
  if (names.length === 0) throw new Error(`There is no ${types}.`)
  return names.map((name) => name.slice(0, -after.length))
}

function imported(entry, index) {
  return `export type * as entry${index} from '${entry}'\n`
}

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
