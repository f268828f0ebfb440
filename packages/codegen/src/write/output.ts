import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FileOutcome, GeneratedFile } from '../generated-file.ts'
import type { Orphan } from './find-orphans.ts'
import { isAsSigned } from './signature.ts'
import { writeAtomically } from './write-atomically.ts'

/** A generated file that the disk does not hold as it should be. */
export interface ChangedFile extends GeneratedFile {
  /** Where the path leads when links are followed. */
  readonly realPath: string
  /** The text there now; `undefined` when there is no file. */
  readonly onDisk: string | undefined
}

/** The end of the one path that writing, checking and a dry run share. Both may throw the file system's error. */
export interface Output {
  put(file: ChangedFile): FileOutcome
  remove(orphan: Orphan): FileOutcome
}

/** Brings the files about. */
export const diskOutput: Output = {
  put(file) {
    // Beside its source there is a folder, or it was removed this moment and must not come back.
    if (dirname(file.path) !== dirname(file.sourcePath))
      mkdirSync(dirname(file.realPath), { recursive: true })
    writeAtomically(file.realPath, file.text)
    return outcomeOf(file, 'written')
  },
  remove(orphan) {
    rmSync(orphan.path)
    return outcomeOf(orphan, 'removed')
  },
}

/** Says what {@link diskOutput} would do. */
export const dryRunOutput: Output = {
  put: (file) => outcomeOf(file, 'written'),
  remove: (orphan) => outcomeOf(orphan, 'removed'),
}

/** Says what is not as it should be. */
export const checkOutput: Output = {
  put(file) {
    if (file.onDisk === undefined) return outcomeOf(file, 'missing')
    const outcome = isAsSigned(file.onDisk) ? 'stale' : 'edited'
    return { ...outcomeOf(file, outcome), diff: { actual: file.onDisk, expected: file.text } }
  },
  remove: (orphan) => outcomeOf(orphan, 'orphaned'),
}

function outcomeOf(
  { path, sourcePath }: { readonly path: string; readonly sourcePath: string },
  outcome: FileOutcome['outcome'],
): FileOutcome {
  return { path, sourcePath, outcome }
}
