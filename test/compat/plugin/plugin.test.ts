import { createRequire } from 'node:module'
import ctxgen from 'ctxgen/unplugin'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rollupHooks } from '../../../packages/cli/src/plugin/rollup-hooks.ts'
import { viteHooks } from '../../../packages/cli/src/plugin/vite-hooks.ts'
import { tapWebpack } from '../../../packages/cli/src/plugin/webpack-taps.ts'
import { inTempProject, type TempProject } from '../../support/temp-project.ts'
import { esbuildBundler, optionsFor } from './esbuild-bundler.ts'
import { answer, describePlugin, dto, sources } from './scenarios.ts'

/*
 * Real esbuild; for the other bundlers their hooks, called as they would be. test/compat/bundlers has the
 * real ones.
 */
describePlugin(esbuildBundler)

/** Calls the hooks that Rollup calls, and records the answers. */
async function startRollup(hooks: ReturnType<typeof rollupHooks>, watchMode: boolean): Promise<Told> {
  const told: Told = { watched: [], warnings: [] }
  const context = {
    meta: { watchMode },
    addWatchFile: (path: string) => told.watched.push(path),
    warn: ({ message }: { message: string }) => told.warnings.push(message),
    error(log: object): never {
      throw Object.assign(new Error(), log)
    },
  }
  told.error = await hooks.buildStart.call(context).then(
    () => undefined,
    (error: unknown) => error,
  )
  told.load = (path) => hooks.load.call(context, path)
  return told
}

async function errorOf(hooks: ReturnType<typeof rollupHooks>): Promise<string> {
  return String((await startRollup(hooks, false)).error)
}

interface Told {
  readonly watched: string[]
  readonly warnings: string[]
  error?: unknown
  load?: (path: string) => string | undefined
}

function inFolder<T>(folder: string, make: () => T): T {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return make()
  } finally {
    process.chdir(before)
  }
}

test('Rollup: gets the files to watch, and the outputs it would otherwise watch itself', () =>
  inTempProject(async (project) => {
    project.write({
      ...sources,
      'tsconfig.json': '{}',
      'src/id.ts': 'export type Id = string\n',
      'src/dto/user.ts': `import type { Id } from '../id.js'\n${dto('id: Id')}`,
    })
    const hooks = inFolder(project.path, () => rollupHooks(undefined))
    const { watched, error, load } = await startRollup(hooks, true)
    assert.is(error, undefined)
    assert.equal(
      ['src/dto/user.ts', 'src/id.ts', 'tsconfig.json', 'ctxgen.config.json'].filter(
        (name) => !watched.includes(project.at(name)),
      ),
      [],
    )
    assert.not.ok(watched.some((path) => path.endsWith('.bind.ts')))
    assert.is(load?.(project.at('src/dto/user.bind.ts')), project.read('src/dto/user.bind.ts'))
    assert.is(load?.(project.at('src/dto/user.ts')), undefined)
    const once = await startRollup(hooks, false)
    assert.is(once.load?.(project.at('src/dto/user.bind.ts')), undefined)
  }))

test('Rollup: an error has its place and a frame, and the next build sees the fix', () =>
  inTempProject(async (project) => {
    project.write({ ...sources, 'src/dto/user.ts': dto('id: symbol') })
    const hooks = inFolder(project.path, () => rollupHooks({ inputs: ['src/dto'] }))
    const { error, watched } = await startRollup(hooks, true)
    const { message, loc, id, frame } = error as Record<string, string>
    assert.match(message ?? '', /^CTX2001: id: symbol cannot be bound/)
    const file = project.at('src/dto/user.ts')
    assert.equal([loc, id], [{ file, line: 4, column: 33 }, file])
    assert.match(frame ?? '', '4 | export interface User { /** Ü */ id: symbol }')
    assert.ok(watched.includes(file))
    project.write({ 'src/dto/user.ts': dto('id: int') })
    assert.is((await startRollup(hooks, true)).error, undefined)
  }))

test('Rollup: invalid options are an error, and a fixed config clears it', () =>
  inTempProject(async (project) => {
    project.write({ ...sources, 'ctxgen.config.json': '{ "input": ["src/dto"] }' })
    const wrong = inFolder(project.path, () => rollupHooks(JSON.parse('{ "input": ["src/dto"] }')))
    assert.match(await errorOf(wrong), 'unknown key input; did you mean inputs?')
    const both = inFolder(project.path, () => rollupHooks({ config: 'a.json', inputs: ['src'] }))
    assert.match(await errorOf(both), 'must be a path, without other options')
    const hooks = inFolder(project.path, () => rollupHooks(undefined))
    const first = await startRollup(hooks, true)
    assert.match(String(first.error), 'ctxgen.config.json: unknown key input')
    assert.equal(first.watched, [project.at('ctxgen.config.json')])
    project.write({ 'ctxgen.config.json': '{ "inputs": ["src/dto"], "outDir": "src/made" }' })
    assert.is((await startRollup(hooks, true)).error, undefined)
    assert.ok(project.has('src/made/user.bind.ts'))
    project.write({ 'ctxgen.config.json': '[{ "inputs": ["src/dto"], "outDir": "src/other" }]' })
    assert.is((await startRollup(hooks, true)).error, undefined)
    assert.ok(project.has('src/other/user.bind.ts'))
  }))

test('webpack: generates before each run, watch runs included, and reports into the compilation', () =>
  inTempProject(async (project) => {
    project.write({ ...sources, 'src/dto/user.ts': dto('id: symbol') })
    const compiler = fakeCompiler(project)
    tapWebpack(compiler, undefined)
    const [error] = (await compiler.start('run')).errors
    const { message, file, loc } = error as Error & { file: string; loc: object }
    assert.match(message, 'src/dto/user.ts:4:34 - error CTX2001')
    assert.is(file, project.at('src/dto/user.ts'))
    assert.equal(loc, { start: { line: 4, column: 33 }, end: { line: 4, column: 35 } })
    project.write({ 'src/dto/user.ts': dto('id: int') })
    const mended = await compiler.start('watchRun')
    assert.equal(mended.errors, [])
    assert.ok(mended.fileDependencies.has(project.at('src/dto/user.ts')))
    assert.ok(project.has('src/dto/user.bind.ts'))
  }))

interface FakeCompilation {
  readonly errors: Error[]
  readonly warnings: Error[]
  readonly fileDependencies: Set<string>
}

function fakeCompiler(project: TempProject): Parameters<typeof tapWebpack>[0] & {
  start(hook: 'run' | 'watchRun'): Promise<FakeCompilation>
} {
  const taps = new Map<string, (compilation: FakeCompilation) => unknown>()
  const hook = (name: string) => ({
    tap: (_: string, callback: (compilation: FakeCompilation) => void) => taps.set(name, callback),
    tapPromise: (_: string, callback: () => Promise<void>) => taps.set(name, callback),
  })
  return {
    context: project.path,
    hooks: {
      run: hook('run'),
      watchRun: hook('watchRun'),
      thisCompilation: hook('thisCompilation'),
      afterCompile: hook('afterCompile'),
    },
    async start(name) {
      const compilation = { errors: [], warnings: [], fileDependencies: new Set<string>() }
      for (const one of [name, 'thisCompilation', 'afterCompile']) await taps.get(one)?.(compilation)
      return compilation
    },
  }
}

test('Vite: a server starts with an error, shows it, and generates changed sources', () =>
  inTempProject(async (project) => {
    project.write({ ...sources, 'src/dto/user.ts': dto('id: symbol') })
    const sent: string[] = []
    const logged: string[] = []
    const hooks = viteHooks({ inputs: ['src/dto'] })
    hooks.configResolved({ root: project.path })
    hooks.configureServer({
      config: { logger: { warn: () => {}, error: (text) => logged.push(text) } },
      watcher: { add: () => {}, emit: () => {} },
      ws: { on: () => {}, send: ({ type }) => sent.push(type) },
    })
    const context = {
      meta: {},
      addWatchFile: () => {},
      warn: () => {},
      error(): never {
        throw new Error('a server keeps running')
      },
    }
    // Once for the client, once for the server.
    for (let round = 0; round < 2; round++) await hooks.buildStart.call(context)
    assert.is(logged.length, 1)
    assert.match(logged[0] ?? '', 'src/dto/user.ts:4:34 - error CTX2001')
    project.write({ 'src/dto/user.ts': dto('id: int') })
    await hooks.watchChange(project.at('src/dto/user.ts'))
    assert.ok(project.has('src/dto/user.bind.ts'))
    assert.equal(sent, ['error', 'full-reload'])
    await hooks.watchChange(project.at('src/dto/user.bind.ts'))
    assert.is(logged.length, 1)
  }))

test('a CommonJS config gets the function itself', () => {
  const require = createRequire(import.meta.url)
  for (const name of ['vite', 'rollup', 'rolldown', 'webpack', 'rspack', 'esbuild']) {
    assert.is(typeof require(`ctxgen/${name}`), 'function', name)
  }
})

test('unplugin: the same behaviour for every bundler it supports', () =>
  inTempProject(async (project) => {
    project.write(sources)
    await build(optionsFor(project.path, ctxgen.esbuild()))
    assert.equal(await answer(project), { id: 7 })
    project.write({ 'src/dto/user.ts': dto('id: symbol') })
    // Farm reports only that a build begins.
    const { buildStart } = ctxgen.raw(undefined, { framework: 'farm', versions: {} })
    const start = buildStart as unknown as () => Promise<void>
    const error = await inFolder(project.path, start).catch(String)
    assert.match(String(error), 'src/dto/user.ts:4:34 - error CTX2001')
  }))

test.run()
