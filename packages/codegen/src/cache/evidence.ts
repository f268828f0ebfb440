import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { foldersIn, type Kind, kindOf, realPathOf } from '../disk/questions.ts'
import { isOutputName } from '../input/output-path.ts'
import { FilesDigest } from './files-digest.ts'

/** Everything a run saw on disk. While it is unchanged, the run would have the same result. */
export interface Evidence {
  readonly files: {
    /** Sources, their imports, tsconfigs, outputs and the generator itself; plain files. */
    readonly paths: readonly string[]
    readonly sizes: readonly number[]
    readonly key: string
    readonly digest: string
  }
  /** Lookups, keyed by result. */
  readonly kinds: Readonly<Record<Kind, readonly string[]>>
  /** Names of subfolders, for folders that were listed. */
  readonly folders: readonly (readonly [path: string, names: readonly string[]])[]
  readonly realPaths: readonly (readonly [path: string, real: string])[]
  /** Folder trees, see {@link treeDigest}. */
  readonly trees: readonly (readonly [path: string, digest: string])[]
  /** The same of the names of generated files alone. */
  readonly outputTrees: readonly (readonly [path: string, digest: string])[]
}

/** Whether the disk still gives the same answers. */
export function stillHolds(evidence: Evidence): boolean {
  try {
    return (
      Object.entries(evidence.kinds).every(([kind, paths]) => paths.every((path) => kindOf(path) === kind)) &&
      evidence.realPaths.every(([path, real]) => realPathOf(path) === real) &&
      evidence.folders.every(([path, names]) => isSameList(foldersIn(path), names)) &&
      evidence.trees.every(([path, digest]) => treeDigest(path) === digest) &&
      evidence.outputTrees.every(([path, digest]) => treeDigest(path, isOutputName) === digest) &&
      haveSameTexts(evidence.files)
    )
  } catch {
    // A file or folder was removed or is unreadable.
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
 * Digest of the names of all TypeScript files below a folder, except in folders that globs skip. If it is unchanged, a glob
 * finds the same sources and outputs. @throws the file system's error.
 */
export function treeDigest(folder: string, isWanted: (name: string) => boolean = isTypeScriptName): string {
  const lines: string[] = []
  listFolder(folder, '', isWanted, lines)
  return createHash('sha256').update(lines.join('\0')).digest('hex')
}

function isTypeScriptName(name: string): boolean {
  return /\.[mc]?ts$/.test(name)
}

/** @param place of the folder in the tree: the digest is that of another checkout, too */
function listFolder(
  folder: string,
  place: string,
  isWanted: (name: string) => boolean,
  lines: string[],
): void {
  const folders: string[] = []
  const names: string[] = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory()) {
      if (name !== 'node_modules' && !name.startsWith('.')) folders.push(name)
    } else if (isWanted(name)) {
      // Distinguishes a link from a file, whatever its target.
      names.push(entry.isFile() ? name : `${name}@`)
    }
  }
  // A new folder without such files makes no difference.
  if (names.length > 0) lines.push(`${place}/`, ...names.sort())
  for (const name of folders.sort()) listFolder(`${folder}/${name}`, `${place}/${name}`, isWanted, lines)
}
