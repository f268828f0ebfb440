import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kindOf, realPathOf } from '../disk/questions.ts'
import type { GenerateOptions } from '../generate-options.ts'
import { findProjectRoot, isInside } from '../write/project-root.ts'

/** Where a run of some options is remembered. */
export interface CachePlace {
  /** The folder of all that is remembered; it may not exist yet. */
  readonly folder: string
  readonly path: string
  readonly key: string
  readonly root: string
}

/** The generator that runs: another one, of another version say, may give other texts. */
export const ownFolder: string = fileURLToPath(new URL('..', import.meta.url))

/**
 * In the nearest node_modules at or above the working directory and within the project. `undefined` when there is none:
 * nobody ignores a folder of ours in another place.
 */
export function findCachePlace(options: GenerateOptions): CachePlace | undefined {
  const cwd = resolve(options.cwd ?? process.cwd())
  const root = findProjectRoot(cwd)
  const modules = nearestModules(cwd, root)
  if (modules === undefined) return undefined
  const folder = join(modules, '.cache/ctxgen')
  const key = cacheKey(options, cwd)
  const name = createHash('sha256').update(key).digest('hex').slice(0, 24)
  return { folder, path: join(folder, `${name}.json`), key, root }
}

/** Not what is done with the outputs: those of a remembered run are as they should be, so that there is nothing to do. */
function cacheKey(options: GenerateOptions, cwd: string): string {
  const { inputs, base, outDir, missing, aliasTag, rules, project } = options
  return JSON.stringify([ownFolder, cwd, inputs, base, outDir, missing, aliasTag, rules, project])
}

function nearestModules(cwd: string, root: string): string | undefined {
  for (let folder = cwd; isInside(root, realPathOf(folder)); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (kindOf(modules) === 'folder') return modules
    if (folder === dirname(folder)) return undefined
  }
  return undefined
}
