import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProjectRoot, isInside } from '@ctxgen/codegen/project-root'
import { UsageError } from '@ctxgen/codegen/usage-error'

/** At most one of these per folder. */
const fileNames = ['ctxgen.config.ts', 'ctxgen.config.js', 'ctxgen.config.mjs', 'ctxgen.config.json']

export interface FoundConfig {
  /** Absolute; `undefined` without a config. */
  readonly path: string | undefined
  /** All paths tried, including the hit. */
  readonly lookedAt: readonly string[]
}

/**
 * The nearest config at or above `cwd`, within the project: a `ctxgen.config` file, or a package.json with a `ctxgen` key.
 *
 * @throws UsageError if a folder has several.
 */
export function findConfig(cwd: string): FoundConfig {
  const root = findProjectRoot(cwd)
  const lookedAt: string[] = []
  for (let folder = cwd; isInside(root, realpathSync.native(folder)); folder = dirname(folder)) {
    const files = fileNames.map((name) => join(folder, name))
    const manifest = join(folder, 'package.json')
    lookedAt.push(...files, manifest)
    const found = [...files.filter(isFile), ...(hasConfig(manifest) ? [manifest] : [])]
    const [path, other] = found
    if (other !== undefined) {
      throw new UsageError(`${path} and ${other} both configure ctxgen: remove one, or choose with --config.`)
    }
    if (path !== undefined || folder === dirname(folder)) return { path, lookedAt }
  }
  return { path: undefined, lookedAt }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Whether a package.json has the key. Ignores invalid JSON, which other tools report. */
function hasConfig(manifest: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
    return typeof content === 'object' && content !== null && 'ctxgen' in content
  } catch {
    return false
  }
}
