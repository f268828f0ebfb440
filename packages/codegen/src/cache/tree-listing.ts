import { readdirSync } from 'node:fs'

/**
 * The names of all TypeScript files below a folder, in order: when it is the same, a glob finds the same sources and the
 * same outputs. Folders that globs leave out are left out. @throws the file system's error.
 */
export function treeListing(folder: string): string {
  const lines: string[] = []
  listFolder(folder, lines)
  return lines.join('\0')
}

function listFolder(folder: string, lines: string[]): void {
  const folders: string[] = []
  const names: string[] = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory()) {
      if (name !== 'node_modules' && !name.startsWith('.')) folders.push(name)
    } else if (/\.[mc]?ts$/.test(name)) {
      // A link in the place of a file is another thing, wherever it leads.
      names.push(entry.isFile() ? name : `${name}@`)
    }
  }
  lines.push(`${folder}/`, ...names.sort())
  for (const name of folders.sort()) listFolder(`${folder}/${name}`, lines)
}
