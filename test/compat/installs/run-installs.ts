// Installs the packed packages as users do: `npm run test:installs [part of a name]…`.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packPackage } from '../pack-package.ts'
import { managers } from './managers.ts'
import { runIn } from './project-folder.ts'
import { shapes } from './shapes.ts'
import { tryInit } from './try-init.ts'
import { tryManager } from './try-manager.ts'
import { tryShape } from './try-shape.ts'

const binaries = fileURLToPath(new URL('node_modules/.bin', import.meta.url))
const filters = process.argv.slice(2).map((name) => name.toLowerCase())
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-installs-')))
const total = { passed: 0, failed: 0 }
try {
  const tarballs = await packAll()
  for (const [name, tarball] of Object.entries(tarballs)) {
    await count(`publint: ${name}`, () =>
      runIn(folder, [join(binaries, 'publint'), 'run', '--strict', tarball]),
    )
    // Being ESM-only is intended.
    const rules = ['--ignore-rules', 'cjs-resolves-to-esm']
    await count(`attw: ${name}`, () => runIn(folder, [join(binaries, 'attw'), tarball, ...rules]))
  }
  for (const [i, manager] of managers.entries())
    await count(`manager: ${manager.name}`, () =>
      tryManager(manager, join(folder, `manager-${i}`), asFiles(tarballs)),
    )
  await tryInits(asFiles(tarballs))
  await tryShapes(asFiles(tarballs))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)

/** Tarballs by package name. */
async function packAll(): Promise<Readonly<Record<string, string>>> {
  const packed = await Promise.all(
    ['runtime', 'codegen', 'cli', 'middleware'].map((name) => packPackage(name, folder)),
  )
  return Object.fromEntries(packed.map(({ name, tarball }) => [name, tarball.replace(/^file:/, '')]))
}

function asFiles(tarballs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
}

async function tryInits(tarballs: Readonly<Record<string, string>>): Promise<void> {
  for (const manager of managers.filter(({ name }) => name === 'npm' || name === 'pnpm')) {
    for (const typescript of ['5.9.3', '7.0.2']) {
      const name = `init: ${manager.name}, TypeScript ${typescript}`
      const place = join(folder, `init-${manager.name}-${typescript}`)
      await count(name, () => tryInit(manager, { folder: place, tarballs, typescript }))
    }
  }
}

/** One installation for all shapes. */
async function tryShapes(dependencies: Readonly<Record<string, string>>): Promise<void> {
  const wanted = shapes.filter(({ name }) => isWanted(`shape: ${name}`))
  if (wanted.length === 0) return
  const project = join(folder, 'shapes')
  mkdirSync(project)
  const types = { '@types/node': '20.19.43' }
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ dependencies: { ...dependencies, ...types } }),
  )
  await runIn(project, ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'])
  for (const shape of wanted) await count(`shape: ${shape.name}`, () => tryShape(shape, project))
}

async function count(name: string, attempt: () => Promise<unknown>): Promise<void> {
  if (!isWanted(name)) return
  try {
    await attempt()
    total.passed++
    console.log(`passed  ${name}`)
  } catch (error) {
    total.failed++
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}

function isWanted(name: string): boolean {
  return filters.length === 0 || filters.some((filter) => name.toLowerCase().includes(filter))
}
