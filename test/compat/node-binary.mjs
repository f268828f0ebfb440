// Installs a line of Node on first use, below node_modules/.cache, from the packages that npm's own `node` is made of.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/node-versions/', import.meta.url))
const isWindows = process.platform === 'win32'
const target = `${isWindows ? 'win' : process.platform}-${process.arch}`

/** Where the newest Node of a line is, installed when it is missing; `problem` is the reason for none. */
export function binaryOf(line) {
  const folder = join(cache, line)
  const problems = []
  for (const name of [`node-${target}`, `node-bin-${target}`]) {
    const path = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
    if (!existsSync(path)) problems.push(install(folder, `${name}@${line}`))
    if (existsSync(path))
      return { path, version: spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim() }
  }
  return { problem: problems.filter(Boolean).join('\n') }
}

/** @returns what npm says when it cannot. */
function install(folder, spec) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', ['install', ...options, spec], {
    cwd: folder,
    encoding: 'utf8',
    shell: isWindows,
  })
  if (status === 0) return ''
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('npm error'))
    .join('\n')
}
