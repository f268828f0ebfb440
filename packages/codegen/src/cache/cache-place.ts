import { createHash } from 'node:crypto'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { findProjectRoot, isInside } from '../disk/project-root.ts'
import { kindOf, realPathOf } from '../disk/questions.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import { UsageError } from '../input/usage-error.ts'
import { realOutputPath } from '../write/real-output-path.ts'

/** The cache location of one set of options. */
export interface CachePlace {
  /** The cache folder of the project; it may not exist yet. */
  readonly folder: string
  readonly path: string
  readonly key: string
  readonly root: string
}

/**
 * `cacheDir`, or the nearest node_modules at or above the working directory, within the project. `undefined` without
 * node_modules: version control ignores only that folder.
 *
 * @param generator The folder of its code. Another version may generate other texts.
 * @throws UsageError for a `cacheDir` outside the project.
 */
export function findCachePlace(options: GenerateOptions, generator: string): CachePlace | undefined {
  const cwd = resolve(options.cwd ?? process.cwd())
  const found = options.cacheDir === undefined ? findCacheFolder(cwd) : givenFolder(options, cwd)
  if (found === undefined) return undefined
  const key = cacheKey(options, cwd, generator, found.root)
  const name = createHash('sha256').update(key).digest('hex').slice(0, 24)
  return { ...found, path: join(found.folder, `${name}.json`), key }
}

function givenFolder(
  { cacheDir = '', base = '' }: GenerateOptions,
  cwd: string,
): Pick<CachePlace, 'folder' | 'root'> {
  const root = findProjectRoot(cwd)
  const folder = resolve(cwd, base, cacheDir)
  if (!leadsInto(root, folder)) throw new UsageError(`the cache ${cacheDir} is outside the project: ${root}`)
  return { folder, root }
}

/** The usual cache folder, and the project root. */
export function findCacheFolder(cwd: string): Pick<CachePlace, 'folder' | 'root'> | undefined {
  const root = findProjectRoot(cwd)
  const modules = nearestModules(cwd, root)
  if (modules === undefined) return undefined
  const folder = join(modules, '.cache', 'ctxgen')
  return leadsInto(root, folder) ? { folder, root } : undefined
}

/**
 * The folder for Node's compile cache, in that of the records. `undefined` before the first record: filling the cache costs
 * a tenth of a run, wasted in a checkout that sees one run, as in CI.
 */
export function findCompileCache(cwd: string): string | undefined {
  const found = findCacheFolder(cwd)
  return found !== undefined && kindOf(found.folder) === 'folder' ? join(found.folder, 'compiled') : undefined
}

/** Follows links: the cache must not leave the project. */
function leadsInto(root: string, folder: string): boolean {
  try {
    return isInside(root, realOutputPath(folder))
  } catch {
    return false
  }
}

/**
 * Excludes options such as `mode` and `clean`: the outputs of a cached run are up to date, so they make no difference. Paths are
 * relative, so that the key is the same in another checkout.
 */
function cacheKey(options: GenerateOptions, cwd: string, generator: string, root: string): string {
  const { inputs, base, outDir, roots, others, missing, any, aliasTag, rules, project, apps } = options
  const parts = [
    generator,
    cwd,
    inputs,
    base,
    outDir,
    roots,
    others,
    missing,
    any,
    aliasTag,
    rules,
    project,
    apps,
  ]
  // The mark distinguishes a path below the root from one that was relative.
  return JSON.stringify(parts, (_, part: unknown) =>
    typeof part === 'string' && isAbsolute(part) ? `//${relative(root, part)}` : part,
  )
}

function nearestModules(cwd: string, root: string): string | undefined {
  for (let folder = cwd; isInside(root, realPathOf(folder)); folder = dirname(folder)) {
    const modules = join(folder, 'node_modules')
    if (kindOf(modules) === 'folder') return modules
    if (folder === dirname(folder)) return undefined
  }
  return undefined
}
