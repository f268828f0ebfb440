import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

// Above this load, other work was running in the last minute.
const quietLoad = 0.3

/** Prints the conditions of a table: machine, node, commit, versions; and a warning when the machine is not quiet. */
export function describeRun(how, node = process.execPath) {
  describeMachine(how, versions(), node)
}

/** The same with other `libraries` than in the runtime's benchmarks. */
export function describeMachine(how, libraries, node = process.execPath) {
  const processors = cpus()
  const [load] = loadavg()
  console.log(
    `${processors.length} × ${processors[0]?.model.trim()}, ${basename(node)} ${versionOf(node)}, ${commit()}, ${how}`,
  )
  console.log(libraries.join(', '))
  if (load > quietLoad)
    console.log(`The machine is busy (load ${load.toFixed(2)}): look at ratios, record nothing.`)
}

function versionOf(node) {
  if (node === process.execPath) return process.version
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
}

function commit() {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], { cwd, encoding: 'utf8' })
  return stdout ? `commit ${stdout.trim()}` : 'no commit'
}

function versions() {
  const { devDependencies } = read('package.json')
  const names = Object.keys(devDependencies).filter((name) => !['@ctxgen/runtime', 'esbuild'].includes(name))
  const typia = read('contenders/typia/package.json').dependencies.typia
  return [
    ...names.map((name) => `${name} ${read(`node_modules/${name}/package.json`).version}`),
    `typia ${typia}`,
  ]
}

function read(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
