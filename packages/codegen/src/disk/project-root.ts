import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/**
 * The project root: the nearest folder at or above `cwd` with `.git` or workspaces, else with a package.json, else `cwd`
 * itself, with links resolved. It bounds all writes and the search for a config.
 */
export function findProjectRoot(cwd: string): string {
  const start = realpathSync.native(cwd)
  const folders = [start, ...foldersAbove(start)]
  return (
    folders.find(isWorkspaceRoot) ??
    folders.find((folder) => existsSync(join(folder, 'package.json'))) ??
    start
  )
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}

function isWorkspaceRoot(folder: string): boolean {
  return (
    existsSync(join(folder, '.git')) ||
    existsSync(join(folder, 'pnpm-workspace.yaml')) ||
    hasKey(join(folder, 'package.json'), 'workspaces') ||
    hasKey(join(folder, 'deno.json'), 'workspace')
  )
}

function hasKey(manifest: string, key: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(manifest, 'utf8').replace(/^\uFEFF/, ''))
    return typeof content === 'object' && content !== null && key in content
  } catch {
    return false
  }
}
