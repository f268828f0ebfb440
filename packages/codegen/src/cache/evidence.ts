import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { foldersIn, type Kind, kindOf, realPathOf } from '../disk/questions.ts'
import { FilesDigest } from './files-digest.ts'

/** All that a run saw of the disk. While it stays so, the run would have the same result. */
export interface Evidence {
  readonly files: {
    /** Sources, what they import, tsconfigs, outputs, and the generator itself; plain files. */
    readonly paths: readonly string[]
    readonly sizes: readonly number[]
    readonly key: string
    readonly digest: string
  }
  /** What was looked for, by what was found. */
  readonly kinds: Readonly<Record<Kind, readonly string[]>>
  /** The names of the folders in a folder, where they matter. */
  readonly folders: readonly (readonly [path: string, names: readonly string[]])[]
  readonly realPaths: readonly (readonly [path: string, real: string])[]
  /** Folders with everything below, see {@link treeDigest}. */
  readonly trees: readonly (readonly [path: string, digest: string])[]
}

/** Whether the disk still gives every answer that it gave. */
export function stillHolds(evidence: Evidence): boolean {
  try {
    return (
      Object.entries(evidence.kinds).every(([kind, paths]) => paths.every((path) => kindOf(path) === kind)) &&
      evidence.realPaths.every(([path, real]) => realPathOf(path) === real) &&
      evidence.folders.every(([path, names]) => isSameList(foldersIn(path), names)) &&
      evidence.trees.every(([path, digest]) => treeDigest(path) === digest) &&
      haveSameTexts(evidence.files)
    )
  } catch {
    // A file or a folder is gone, or can no longer be read.
    return false
  }
}

function haveSameTexts({ paths, sizes, key, digest }: Evidence['files']): boolean {
  const files = new FilesDigest(key)
  return paths.every((path, index) => files.addFile(path, sizes[index] ?? -1)) && files.end() === digest
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

/**
 * Stands for the names of all TypeScript files below a folder: when it is the same, a glob finds the same sources and the
 * same outputs. Folders that globs leave out are left out. @throws the file system's error.
 */
export function treeDigest(folder: string): string {
  const lines: string[] = []
  listFolder(folder, lines)
  return createHash('sha256').update(lines.join('\0')).digest('hex')
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
