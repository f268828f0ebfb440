// Makes projects with the packed packages, as `npm create ctxgen` does: `npm run test:create [words of a name]…`.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { templates } from '../../../packages/cli/src/init/templates/templates.ts'
import { root } from '../../support/fixture-folders.ts'
import { packPackage } from '../pack-package.ts'
import { serveRegistry } from './local-registry.ts'
import { runCommand } from './run-command.ts'
import { tryTemplate } from './try-template.ts'

const managers = ['npm', 'pnpm', 'bun'] as const
/** The executables of the oldest and the newest Node, by their line. */
const nodes: Readonly<Record<string, string>> = JSON.parse(process.env['CREATE_NODES'] ?? '{}')
const [oldest] = Object.keys(nodes)
const binaries = fileURLToPath(new URL('node_modules/.bin', import.meta.url))
const words = process.argv.slice(2)
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-ctxgen-')))
const total = { passed: 0, failed: 0 }
const upstream = (await runCommand(['npm', 'config', 'get', 'registry'], folder, process.env)).trim()
const packages = await Promise.all(['runtime', 'middleware', 'codegen', 'cli', 'create'].map(packed))
const { url, server } = await serveRegistry(packages, upstream)
try {
  await count('publint', async () => {
    for (const { tarball } of packages)
      await runCommand([join(binaries, 'publint'), 'run', '--strict', tarball], folder, process.env)
    return undefined
  })
  for (const [line, path] of Object.entries(nodes)) {
    const env = environment(line, path)
    for (const manager of managers)
      for (const template of templates.keys()) await tryPath(line, manager, template, env)
  }
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true })
}
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)

async function packed(
  name: string,
): Promise<{ manifest: { name: string; version: string }; tarball: string }> {
  const { tarball } = await packPackage(name, folder)
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  return { manifest, tarball: tarball.replace(/^file:/, '') }
}

/** A home of its own, with empty caches, and the managers and a Node before all others in the path. */
function environment(line: string, path: string): NodeJS.ProcessEnv {
  const home = join(folder, `home-${line}`)
  const tools = join(home, 'bin')
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(home, '.npmrc'), `registry=${url}\n`)
  for (const name of ['pnpm', 'pnpx', 'bun', 'bunx']) symlinkSync(join(binaries, name), join(tools, name))
  // The variables of the process around it would speak for npm.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm|pnpm|bun|xdg)_/i.test(name))
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    CI: '1',
    PATH: [tools, dirname(path), process.env['PATH']].join(delimiter),
  }
}

async function tryPath(
  line: string,
  manager: (typeof managers)[number],
  template: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await count(`node ${line}, ${manager}, ${template}`, async () => {
    const place = join(folder, `${line}-${manager}-${template}`)
    mkdirSync(place)
    const withImage = line !== oldest && (template === 'app' || template === 'bun')
    const { create, dev } = await tryTemplate({ template, manager, folder: place, env, withImage })
    rmSync(place, { recursive: true, force: true })
    return `${Math.ceil(create + dev)} s to the first answer: ${create.toFixed(1)} to create, ${dev.toFixed(1)} to start`
  })
}

async function count(name: string, attempt: () => Promise<string | undefined>): Promise<void> {
  if (!words.every((word) => name.split(/[ ,]+/).includes(word))) return
  try {
    const note = await attempt()
    total.passed++
    console.log(`passed  ${name}${note === undefined ? '' : `: ${note}`}`)
  } catch (error) {
    total.failed++
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.message : String(error)}`)
  }
}
