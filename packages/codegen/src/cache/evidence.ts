import { createHash } from 'node:crypto'
import { foldersIn, type Kind, kindOf, realPathOf } from '../disk/questions.ts'
import { FilesDigest } from './files-digest.ts'
import { treeListing } from './tree-listing.ts'

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
  /** Folders with everything below, by the digest of {@link treeListing}. */
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

/** @throws the file system's error. */
export function treeDigest(folder: string): string {
  return createHash('sha256').update(treeListing(folder)).digest('hex')
}

function haveSameTexts({ paths, sizes, key, digest }: Evidence['files']): boolean {
  const files = new FilesDigest(key)
  return paths.every((path, index) => files.addFile(path, sizes[index] ?? -1)) && files.end() === digest
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
