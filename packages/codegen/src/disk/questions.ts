import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The kind of the file at a path, through links. Sockets, pipes and the like are `none`. */
export type Kind = 'file' | 'folder' | 'none'

export function kindOf(path: string): Kind {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 'none'
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'none'
  } catch {
    // A loop of links, or a folder without read permission.
    return 'none'
  }
}

/** Sorted names of subfolders, including links to folders. Empty if the folder is unreadable. */
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

/** The path with links resolved; unchanged if it does not exist. */
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
