import { readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '@ctxgen/codegen/usage-error'
import type { Config } from './config.ts'
import { findConfig } from './find-config.ts'
import { parseJsonWithComments } from './json-with-comments.ts'

/** A valid config and its location. */
export interface LoadedConfig {
  /** Absolute; `undefined` without a file. */
  readonly path: string | undefined
  /** Name for messages; `undefined` without a config. */
  readonly name: string | undefined
  /** Base of its relative paths. */
  readonly folder: string
  readonly projects: readonly Config[]
  /** All paths tried; a change of one may change the config. */
  readonly lookedAt: readonly string[]
}

/** @throws UsageError for an unreadable or invalid config. */
export async function loadConfig(named: string | undefined, cwd: string): Promise<LoadedConfig> {
  const path = named === undefined ? undefined : resolve(cwd, named)
  const found = path === undefined ? findConfig(cwd) : { path, lookedAt: [path] }
  if (found.path === undefined) return { ...found, name: undefined, folder: cwd, projects: [{}] }
  const name = relative(cwd, found.path).replaceAll(sep, '/')
  const content = await readConfig(found.path, name, cwd)
  const { checkConfig } = await import('./check-config.ts')
  return { ...found, name, folder: dirname(found.path), projects: checkConfig(content, name) }
}

async function readConfig(path: string, file: string, cwd: string): Promise<unknown> {
  try {
    if (basename(path) === 'package.json') return packageKey(readFileSync(path, 'utf8'), file)
    if (path.endsWith('.json')) return parseJsonWithComments(readFileSync(path, 'utf8'))
    return await importConfig(path, file, cwd)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function packageKey(text: string, file: string): unknown {
  const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (typeof manifest === 'object' && manifest !== null && 'ctxgen' in manifest) return manifest.ctxgen
  throw new UsageError(`${file} has no ctxgen key.`)
}

async function importConfig(path: string, file: string, cwd: string): Promise<unknown> {
  const module: unknown = /\.[mc]?ts$/.test(path)
    ? await (await import('./import-typescript.ts')).importTypeScript(path, cwd)
    : await import(`${pathToFileURL(path).href}?${changeMark()}`)
  if (typeof module === 'object' && module !== null && 'default' in module) return module.default
  throw new UsageError(`${file} has no default export: write export default { inputs: ['src/dto'] }.`)
}

let imports = 0

/** Node caches imports; a changed config needs a new URL. */
function changeMark(): string {
  return `ctxgen=${imports++}`
}
