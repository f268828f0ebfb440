import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Paths of the wanted plain files below a folder, like the glob `**`: without links, dot files, dot folders, `node_modules`
 * and unreadable folders. Most runs then need not load the glob package.
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
