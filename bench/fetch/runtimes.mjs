import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** The runtimes beside Node: the npm package of their binary, and their servers. `raw` is the limit. */
const runtimes = {
  bun: {
    name: '@oven/bun-linux-x64',
    version: '1.4.5',
    binary: 'bin/bun',
    launch: (binary) => (path) => [binary, path],
    servers: {
      raw: 'raw-bun.mjs',
      ctxgen: '../http/ctxgen.mjs',
      'ctxgen-fetch': 'ctxgen.mjs',
      elysia: 'elysia.mjs',
      hono: 'hono.mjs',
      h3: 'h3.mjs',
    },
    closeOnes: ['raw', 'ctxgen', 'elysia'],
  },
  deno: {
    name: '@deno/linux-x64-glibc',
    version: '2.9.6',
    binary: 'deno',
    launch: (binary) => (path) => [
      ...[binary, 'run', '--allow-all', '--no-lock', '--node-modules-dir=manual'],
      path,
    ],
    servers: {
      raw: 'raw.mjs',
      ctxgen: '../http/ctxgen.mjs',
      'ctxgen-fetch': 'ctxgen.mjs',
      hono: 'hono.mjs',
      h3: 'h3.mjs',
    },
    closeOnes: ['raw', 'ctxgen', 'hono'],
  },
  workerd: {
    name: '@cloudflare/workerd-linux-64',
    version: '1.20260426.1',
    binary: 'bin/workerd',
    launch: (binary) => (path, exchange) => [binary, 'serve', workerConfig(path, exchange)],
    servers: { raw: 'raw.mjs', ctxgen: 'ctxgen.mjs', hono: 'hono.mjs', h3: 'h3.mjs' },
    closeOnes: ['raw', 'ctxgen', 'hono'],
  },
}

export const runtimeNames = Object.keys(runtimes)

/** What `run.mjs` needs of a runtime. Its binary is installed in `dist/runtimes` on first use. */
export function runtimeEngine(runtime) {
  const { name, version, binary, launch, servers, closeOnes } = runtimes[runtime]
  const folder = `${dist}/runtimes/${runtime}`
  const path = `${folder}/node_modules/${name}/${binary}`
  if (!existsSync(path)) install(folder, `${name}@${version}`)
  return {
    title: `${runtime} ${version}`,
    scripts: Object.fromEntries(Object.entries(servers).map(([key, script]) => [key, `../fetch/${script}`])),
    closeOnes,
    scenarios: 'abcdef',
    start: { launch: launch(path) },
  }
}

function install(folder, wanted) {
  const args = ['install', '--no-save', '--ignore-scripts', '--prefix', folder, wanted]
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${wanted} could not be installed: ${stderr}`)
}

/** Bundles a worker as Cloudflare's own command does. @returns the path of the configuration that serves it. */
function workerConfig(path, { port, manyRoutes }) {
  const folder = `${dist}/workers`
  const file = `${basename(path, '.mjs')}-${port}`
  mkdirSync(folder, { recursive: true })
  buildSync({
    entryPoints: [path],
    outfile: `${folder}/${file}.mjs`,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    external: ['node:*', 'cloudflare:*'],
    define: { 'process.env.ROUTES': manyRoutes ? '"1"' : '""' },
    logLevel: 'error',
  })
  const config = `${folder}/${file}.capnp`
  writeFileSync(config, configText(`${file}.mjs`, port))
  return config
}

function configText(worker, port) {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.mjs", esModule = embed "${worker}")],
    compatibilityDate = "2026-04-01",
    compatibilityFlags = ["nodejs_compat"],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`
}
