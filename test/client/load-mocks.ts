import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateClient } from '@ctxgen/codegen/client'
import { build } from 'esbuild'
import { root } from '../support/fixture-folders.ts'

/** Handlers as the stand-in for MSW makes them. */
export type Handlers = readonly {
  readonly method: string
  readonly path: string
  readonly resolver: (info: { request: Request }) => Promise<Response>
}[]

/** A generated file of handlers. */
export interface Mocks {
  readonly handlers: (api: { baseUrl: string }) => Handlers
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they know
  readonly [name: string]: (...args: readonly any[]) => any
}

const standIn = `export const http = new Proxy({}, { get: (_, method) => (path, resolver) => ({ method, path, resolver }) })`

/** Writes the handlers of an app to a new folder, and imports them with a stand-in for MSW. */
export async function loadMocks(app: string): Promise<{ readonly folder: string; readonly mocks: Mocks }> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = realpathSync(mkdtempSync(join(cache, 'mocks-')))
  const output = relative(root, join(folder, 'api.ts'))
  const { files, diagnostics } = generateClient({ app, output, cwd: root, msw: true })
  if (files.length === 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  for (const { path, text } of files) writeFileSync(path, text)
  mkdirSync(join(folder, 'node_modules/msw'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/msw/index.js'), standIn)
  writeFileSync(join(folder, 'node_modules/msw/package.json'), '{ "type": "module", "main": "index.js" }')
  const outfile = join(folder, 'mocks.mjs')
  const entry = files.find(({ path }) => basename(path) === 'api.msw.ts')?.path ?? ''
  await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    external: ['@ctxgen/*'],
  })
  return { folder, mocks: await import(pathToFileURL(outfile).href) }
}
