import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The paths of the plain files in a folder and below whose name is wanted, as the glob `**` finds them: without links, dot
 * files, what is in dot folders or `node_modules`, and folders that cannot be read. Sparing most runs to load globs.
 */
export function filesBelow(folder: string, isWanted: (name: string) => boolean): string[] {
  const found: string[] = []
  for (const entry of entriesIn(folder)) {
    const { name } = entry
    if (name.startsWith('.')) continue
    if (entry.isDirectory()) {
      if (name !== 'node_modules') found.push(...filesBelow(join(folder, name), isWanted))
    } else if (entry.isFile() && isWanted(name)) found.push(join(folder, name))
  }
  return found
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
