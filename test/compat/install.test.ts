import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { packPackage } from './pack-package.ts'

/*
 * A user's installation: the packed packages in an empty project, the command, plain tsc, and a server that
 * answers. All tests share one installation, since it takes longer than they do.
 */
const run = promisify(execFile)
const project = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-install-')))
const typescript = join(root, 'node_modules/typescript/bin/tsc')
const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href

const sources: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      rootDir: 'src',
      outDir: 'dist',
    },
    include: ['src'],
  }),
  'src/dto/search.ts': `import type { int } from '@ctxgen/runtime'

export interface Search {
  /** @uri */ garage: int
  /** @query @default 1 */ page: int
  /** @query */ colours: ('red' | 'blue')[]
  /** @json */ note?: string
}
`,
  'src/main.ts': `import { requestId } from '@ctxgen/middleware/request-id'
import { App } from '@ctxgen/runtime'
import { Search } from './dto/search.bind.js'

const app = new App().use(requestId())
app.post('/garages/:garage', (c) => {
  const search: Search = c.bind().all(Search)
  c.json(search)
})
const { url } = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(url)
`,
}

const script = `import { basename } from 'node:path'
import { type Config, defineConfig, generate } from 'ctxgen'
import esbuild from 'ctxgen/esbuild'
import rolldown from 'ctxgen/rolldown'
import rollup from 'ctxgen/rollup'
import rspack from 'ctxgen/rspack'
import vite from 'ctxgen/vite'
import webpack from 'ctxgen/webpack'

const config: Config = defineConfig({ inputs: ['src/dto'] })
const { files, diagnostics } = await generate({ inputs: config.inputs ?? [], mode: 'memory' })
const texts: readonly string[] = files.map(({ path, text }) => (text === '' ? '' : basename(path)))
const plugins = [esbuild(), rolldown(), rollup(), rspack(), vite({ inputs: ['src/dto'] }), webpack([config])]
console.log(JSON.stringify({ files: texts, diagnostics: diagnostics.length, plugins: plugins.length }))
`

test.before(async () => {
  const packed = await Promise.all(['runtime', 'codegen', 'cli', 'middleware'].map(pack))
  const dependencies = { ...Object.fromEntries(packed), '@types/node': versionOf('@types/node') }
  const manifest = { private: true, type: 'module', dependencies }
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await run('npm', ['install', ...quiet], { cwd: project })
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(project, name)), { recursive: true })
    await writeFile(join(project, name), text)
  }
})

test.after(() => rmSync(project, { recursive: true, force: true }))

test('no published file names the private core', () => {
  const packages = ['ctxgen', '@ctxgen/codegen', '@ctxgen/middleware', '@ctxgen/runtime']
  const published = packages.flatMap((name) => {
    const dist = join(project, 'node_modules', name, 'dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    return files.filter((file) => /\.(c?js|d\.ts)$/.test(file)).map((file) => join(dist, file))
  })
  assert.ok(published.length > 300)
  assert.equal(
    published.filter((file) => readFileSync(file, 'utf8').includes('@ctxgen/core')),
    [],
  )
})

test('the command runs from node_modules/.bin', async () => {
  const { stdout } = await run('npx', ['--no-install', 'ctxgen', 'src/dto'], { cwd: project })
  assert.match(stdout, /^1 file written in /)
  assert.match(readFileSync(join(project, 'src/dto/search.bind.ts'), 'utf8'), 'export const bindAllSearch: ')
  const { stdout: again } = await run('npx', ['--no-install', 'ctxgen', '--check', 'src/dto'], {
    cwd: project,
  })
  assert.match(again, /^1 file unchanged in /)
})

test('plain tsc compiles it, and the emitted server answers', async () => {
  const { stdout } = await run(process.execPath, [typescript, '-p', '.'], { cwd: project }).catch(
    (error) => error,
  )
  assert.is(stdout, '')
  await serves(['dist/main.js'])
})

test('a config and a script import ctxgen, and plain tsc accepts its types', async () => {
  await writeFile(join(project, 'script.mts'), script)
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--strict',
    '--types',
    'node',
    '--outDir',
    'scripts',
  ]
  const { stdout } = await run(process.execPath, [typescript, ...options, '--ignoreConfig', 'script.mts'], {
    cwd: project,
  }).catch((error) => error)
  assert.is(stdout, '')
  const { stdout: printed } = await run(process.execPath, ['scripts/script.mjs'], { cwd: project })
  assert.equal(JSON.parse(printed), { files: ['search.bind.ts'], diagnostics: 0, plugins: 6 })
})

test('tsx runs the sources', () => serves(['--import', tsx, 'src/main.ts']))

test('esbuild bundles it into one file, and the plugin generates missing outputs', async () => {
  const entry = join(project, 'node_modules/ctxgen/dist/esbuild.js')
  const installed: typeof import('ctxgen/esbuild') = await import(pathToFileURL(entry).href)
  rmSync(join(project, 'src/dto/search.bind.ts'))
  await build({
    absWorkingDir: project,
    entryPoints: ['src/main.ts'],
    outfile: 'bundle.mjs',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    plugins: [installed.default({ inputs: ['src/dto'] })],
  })
  await serves(['bundle.mjs'])
})

test('code that needs cbor-x throws its name, has its types, and works once cbor-x is installed', async () => {
  await writeFile(
    join(project, 'src/cbor.ts'),
    `import { cbor } from '@ctxgen/runtime/cbor'\nconsole.log(cbor().encode({ a: 1 }).length)\n`,
  )
  const { stdout } = await run(process.execPath, [typescript, '-p', '.'], { cwd: project })
  assert.is(stdout, '')
  const imported = ['dist/cbor.js']
  const required = ['-p', `require('@ctxgen/runtime/cbor').cbor().encode({ a: 1 }).length`]
  const bundled = ['cbor-bundle.mjs']
  await bundleCbor(bundled)
  const needed = /^Error: @ctxgen\/runtime\/cbor needs cbor-x: npm i cbor-x$/m
  for (const args of [imported, required, bundled]) assert.match((await outcome(args)).stderr, needed)
  cpSync(join(root, 'node_modules/cbor-x'), join(project, 'node_modules/cbor-x'), { recursive: true })
  await bundleCbor(bundled)
  for (const args of [imported, required, bundled]) assert.is((await outcome(args)).stdout, '4\n')
})

for (const name of ['@ctxgen/runtime', '@ctxgen/codegen', '@ctxgen/middleware', 'ctxgen']) {
  const folder = join(project, 'node_modules', name)

  test(`targets of links in the pages of ${name} are in the package`, () => {
    const pages = filesOf(folder, '.md')
    assert.ok(pages.includes(join(folder, 'README.md')))
    const broken = pages.flatMap((page) => {
      const prose = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '')
      const links = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link)
      return links.filter((link) => !/^https:/.test(link) && !existsSync(join(dirname(page), link)))
    })
    assert.equal(broken, [])
  })

  test(`${name} mentions no file missing from an installation`, () => {
    const lost = filesOf(folder, '').flatMap((path) => {
      if (!/\.(md|[mc]?[jt]s|json)$/.test(path)) return []
      // The folder in the repository, of which npm makes a link.
      const text = readFileSync(path, 'utf8').replace(/"directory": "[^"]*"/, '')
      const words = text.matchAll(/(?<![\w@./:-])(?:[\w@.-]+\/)+[\w@-][\w.@-]*/g)
      return [...words].map(([word]) => word.replace(/\.$/, '')).filter((word) => isOnlyHere(word, folder))
    })
    assert.equal([...new Set(lost)], [])
  })

  test(`the source maps of ${name} contain their sources or point to them`, () => {
    const maps = filesOf(folder, '.map')
    assert.ok(maps.length > 0)
    const lost = maps.flatMap((path) => {
      const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(
        readFileSync(path, 'utf8'),
      )
      return map.sources.filter(
        (source, i) =>
          typeof map.sourcesContent?.[i] !== 'string' && !existsSync(join(dirname(path), source)),
      )
    })
    assert.equal(lost, [])
  })
}

test("the command's package contains the user pages", () => {
  const names = readdirSync(join(project, 'node_modules/ctxgen/docs'))
  for (const name of ['app.md', 'command.md', 'security.md', 'tags.md']) assert.ok(names.includes(name), name)
  assert.not.ok(existsSync(join(root, 'packages/cli/docs')), 'packing leaves no files behind')
})

/**
 * Whether a path is in the repository but not in the package, or is missing from the user's `node_modules`.
 */
function isOnlyHere(path: string, folder: string): boolean {
  if (path.startsWith('node_modules/ctxgen/') || path.startsWith('node_modules/@ctxgen/'))
    return !existsSync(join(project, path))
  // A sample of the output of `init` names the file next to it.
  if (path.startsWith('./')) return false
  return !path.startsWith('node_modules/') && existsSync(join(root, path)) && !existsSync(join(folder, path))
}

function bundleCbor([outfile = '']: readonly string[]): Promise<unknown> {
  return build({
    absWorkingDir: project,
    entryPoints: ['dist/cbor.js'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
}

/** The output of node with these arguments, whether or not it succeeds. */
async function outcome(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { stdout, stderr } = await run(process.execPath, args, { cwd: project }).catch((error) => error)
  return { stdout, stderr }
}

function filesOf(folder: string, end: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
}

/** Starts the server with these arguments of node, and sends a valid and an invalid request. */
async function serves(args: readonly string[]): Promise<void> {
  const server = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const url = await firstLine(server)
    const good = await post(`${url}/garages/7?colours=red&colours=blue`, '{"note":"hi"}')
    assert.is(good.status, 200)
    assert.ok(good.headers.get('x-request-id'))
    assert.equal(await good.json(), { garage: 7, page: 1, colours: ['red', 'blue'], note: 'hi' })
    const bad = await post(`${url}/garages/seven?page=x`, '{"note":5}')
    assert.is(bad.status, 400)
    const { errors } = (await bad.json()) as { errors: readonly { source: string; path: string }[] }
    assert.equal(
      errors.map(({ source, path }) => `${source} ${path}`),
      ['uri garage', 'body note', 'query page'],
    )
  } finally {
    server.kill()
  }
}

function post(url: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return fetch(url, { method: 'POST', headers, body })
}

/** The first line printed by a server, or its errors if it ends first. */
function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let errors = ''
    if (server.stdout === null || server.stderr === null) throw new Error('the server has no output')
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    createInterface(server.stdout).once('line', resolve)
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`the server ended with code ${code}: ${errors}`)))
  })
}

/** A package's name and its tarball, as npm would publish it. */
async function pack(folder: string): Promise<readonly [name: string, tarball: string]> {
  const { name, tarball, paths } = await packPackage(folder, project)
  assert.ok(
    paths.includes('package.json') && paths.some((path) => path.startsWith('dist/')),
    `${folder} is not built`,
  )
  assert.equal(
    paths.filter((path) => /(^|\/)test\/|\.test\.|tsbuildinfo/.test(path)),
    [],
  )
  return [name, tarball]
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
}

test.run()
