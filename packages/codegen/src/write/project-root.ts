import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/**
 * The folder that nothing is written outside of: the nearest one at or above `cwd` that holds a workspaces file or
 * `.git`, else `cwd` itself. Links are followed.
 */
export function findProjectRoot(cwd: string): string {
  const start = realpathSync.native(cwd)
  for (let folder = start; ; folder = dirname(folder)) {
    if (isProjectRoot(folder)) return folder
    if (folder === dirname(folder)) return start
  }
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function isProjectRoot(folder: string): boolean {
  return (
    existsSync(join(folder, '.git')) ||
    existsSync(join(folder, 'pnpm-workspace.yaml')) ||
    namesWorkspaces(join(folder, 'package.json')) ||
    namesWorkspaces(join(folder, 'deno.json'))
  )
}

function namesWorkspaces(manifest: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
    return (
      typeof content === 'object' && content !== null && ('workspaces' in content || 'workspace' in content)
    )
  } catch {
    return false
  }
}
