import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { appTemplate } from '../../../packages/cli/src/init/templates/app-template.ts'
import type { Manager } from './managers.ts'
import { runIn } from './project-folder.ts'

/** A way to start a project: the steps before `ctxgen init`. */
interface Beginning {
  readonly name: string
  readonly prepare: (folder: string, tsc: readonly string[]) => Promise<unknown>
}

const beginnings: readonly Beginning[] = [
  { name: 'npm init -y', prepare: async (folder) => changeManifest(folder, { type: 'commonjs' }) },
  {
    name: 'npm init -y and tsc --init',
    async prepare(folder, tsc) {
      changeManifest(folder, { type: 'commonjs' })
      await runIn(folder, [...tsc, '--init'])
    },
  },
  {
    name: 'a package without a type',
    prepare: async (folder) => changeManifest(folder, { type: undefined }),
  },
  {
    name: 'a bundler and extensions of TypeScript',
    async prepare(folder) {
      changeManifest(folder, { type: 'module' })
      const options = { module: 'preserve', allowImportingTsExtensions: true, noEmit: true, strict: true }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    },
  },
]

/**
 * Follows the README in an empty folder: install, `ctxgen init`, `npm run dev`, `curl`; then changes a rule
 * while it runs. @throws Error
 */
export async function tryInit(
  manager: Manager,
  {
    folder,
    tarballs,
    typescript,
  }: { folder: string; tarballs: Readonly<Record<string, string>>; typescript: string },
): Promise<void> {
  mkdirSync(folder)
  await runIn(folder, ['npm', 'init', '-y'])
  const overrides = { '@ctxgen/codegen': tarballs['@ctxgen/codegen'] }
  changeManifest(folder, {
    dependencies: {
      '@ctxgen/runtime': tarballs['@ctxgen/runtime'],
      '@ctxgen/middleware': tarballs['@ctxgen/middleware'],
    },
    devDependencies: { ...appTemplate.devDependencies, ctxgen: tarballs['ctxgen'], typescript },
    [manager.overrides]: manager.overrides === 'pnpm' ? { overrides } : overrides,
  })
  await runIn(folder, [...manager.command, ...manager.install])
  for (const { name, prepare } of beginnings) {
    for (const made of ['src', 'dist', 'tsconfig.json', 'tsconfig.dev.json', 'dev.mjs', 'ctxgen.config.json'])
      rmSync(join(folder, made), { recursive: true, force: true })
    try {
      await prepare(folder, [process.execPath, join(folder, 'node_modules/typescript/bin/tsc')])
      await runIn(folder, [...manager.command, ...manager.exec, 'ctxgen', 'init'])
      await tryDev(manager, folder)
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

async function tryDev({ command }: Manager, folder: string): Promise<void> {
  const port = await freePort()
  const extension =
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module' ? 'ts' : 'mts'
  const [program = '', ...args] = [...command, 'run', 'dev']
  const dev = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const output = outputOf(dev)
  const url = `http://localhost:${port}/hello/Ann`
  try {
    await answers(
      `${url}?times=2`,
      '200 application/json; charset=utf-8 {"greetings":["Hello, Ann!","Hello, Ann!"]}',
    )
    await answers(
      `${url}?times=x`,
      /^400 application\/problem\+json .*"path":"times",.*"message":"must be a whole number"/,
    )
    await answers(new URL('/readyz', url).href, '200 text/plain; charset=utf-8 OK')
    await answers(new URL('/docs', url).href, /^200 text\/html/)
    await answers(new URL('/docs?file=openapi.json', url).href, /^200 .*"\/hello\/{name}"/)
    // The compiler misses saves during the start of its watch.
    for (let i = 0; i < 1800 && !output().includes('Watching for file changes'); i++) await sleep(100)
    await sleep(2000)
    change(join(folder, `src/dto/hello.${extension}`), 'max=10', 'max=3')
    await answers(`${url}?times=4`, /^400 application\/problem\+json .*must be at most 3/)
    // An intermediate build may have read the file during the write.
    if (
      output()
        .match(/Found \d+ error/g)
        ?.at(-1) !== 'Found 0 error'
    )
      throw new Error('it ends with an error')
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output()}`, {
      cause: error,
    })
  } finally {
    await stop(dev)
  }
  await sleep(500)
  if (await isAnswering(url)) throw new Error('the server goes on without npm run dev')
}

/** Ctrl-C reaches all processes of a terminal. */
async function stop(dev: ChildProcess): Promise<void> {
  const ended = dev.exitCode === null ? once(dev, 'exit') : undefined
  if (dev.pid !== undefined) process.kill(-dev.pid, 'SIGINT')
  await ended
}

/**
 * Waits until a URL answers with this status, type and body; a restarting server refuses connections in
 * between.
 */
async function answers(url: string, expected: string | RegExp): Promise<void> {
  let found = ''
  for (const end = performance.now() + 180_000; performance.now() < end; await sleep(200)) {
    found = await fetch(url).then(
      async (answer) => `${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`,
      String,
    )
    if (typeof expected === 'string' ? found === expected : expected.test(found)) return
  }
  throw new Error(`${url} gives ${found}, not ${expected}`)
}

function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text += more))
  return () => text
}

function changeManifest(folder: string, members: object): void {
  const path = join(folder, 'package.json')
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, `${JSON.stringify({ ...manifest, ...members }, undefined, 2)}\n`)
}

function change(path: string, before: string, after: string): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${path} has no ${before}`)
  writeFileSync(path, text.replace(before, after))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
