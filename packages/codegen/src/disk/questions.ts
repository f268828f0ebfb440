import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What stands at a path when links are followed. What is neither counts as nothing. */
export type Kind = 'file' | 'folder' | 'none'

export function kindOf(path: string): Kind {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'none'
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'none'
  } catch {
    // A loop of links, a folder that may not be read.
    return 'none'
  }
}

/** The names of the folders in a folder, links to folders too, in order. Empty when it cannot be read. */
export function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(path, entry.name))))
      .map(({ name }) => name)
      .sort()
  } catch {
    return []
  }
}

/** Where a path leads when links are followed; the path itself when it leads nowhere. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function isFolder(path: string): boolean {
  return kindOf(path) === 'folder'
}
