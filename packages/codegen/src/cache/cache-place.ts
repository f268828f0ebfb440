import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { findProjectRoot, isInside } from '../disk/project-root.ts'
import { kindOf, realPathOf } from '../disk/questions.ts'
import type { GenerateOptions } from '../generate-options.ts'
import { realOutputPath } from '../write/real-output-path.ts'

/** Where a run of some options is remembered. */
export interface CachePlace {
  /** The folder of all that is remembered; it may not exist yet. */
  readonly folder: string
  readonly path: string
  readonly key: string
  readonly root: string
}

/**
 * In the nearest node_modules at or above the working directory and within the project. `undefined` when there is none:
 * nobody ignores a folder of ours in another place.
 *
 * @param generator The folder of its code: another one, of another version say, may give other texts.
 */
export function findCachePlace(options: GenerateOptions, generator: string): CachePlace | undefined {
  const cwd = resolve(options.cwd ?? process.cwd())
  const found = findCacheFolder(cwd, 'ctxgen')
  if (found === undefined) return undefined
  const key = cacheKey(options, cwd, generator)
  const name = createHash('sha256').update(key).digest('hex').slice(0, 24)
  return { ...found, path: join(found.folder, `${name}.json`), key }
}

/** The folder of that name for what is kept, and the root of the project. */
export function findCacheFolder(cwd: string, name: string): Pick<CachePlace, 'folder' | 'root'> | undefined {
  const root = findProjectRoot(cwd)
  const modules = nearestModules(cwd, root)
  if (modules === undefined) return undefined
  const folder = join(modules, '.cache', name)
  return leadsInto(root, folder) ? { folder, root } : undefined
}

/** Nothing is written outside the project, and what is on the way may be a link. */
function leadsInto(root: string, folder: string): boolean {
  try {
    return isInside(root, realOutputPath(folder))
  } catch {
    return false
  }
}

/** Not what is done with the outputs: those of a remembered run are as they should be, so that there is nothing to do. */
function cacheKey(options: GenerateOptions, cwd: string, generator: string): string {
  const { inputs, base, outDir, roots, others, missing, aliasTag, rules, project } = options
  return JSON.stringify([
    generator,
    cwd,
    inputs,
    base,
    outDir,
    roots,
    others,
    missing,
    aliasTag,
    rules,
    project,
  ])
}

function nearestModules(cwd: string, root: string): string | undefined {
  for (let folder = cwd; isInside(root, realPathOf(folder)); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (kindOf(modules) === 'folder') return modules
    if (folder === dirname(folder)) return undefined
  }
  return undefined
}
