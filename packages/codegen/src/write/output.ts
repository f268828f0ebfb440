import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Orphan } from './find-orphans.ts'
import type { FileOutcome, GeneratedFile } from './generated-file.ts'
import { type ProjectFile, writeProjectFile } from './project-file.ts'
import { isAsSigned } from './signature.ts'

/** A generated file that differs from the disk. */
interface ChangedFile extends GeneratedFile, ProjectFile {}

/** The last step of writing, checking and dry runs. Both methods may throw the file system's error. */
export interface Output {
  put(file: ChangedFile): FileOutcome
  remove(orphan: Orphan): FileOutcome
}

export const diskOutput: Output = {
  put(file) {
    // Beside its source the folder exists, unless it was just removed; it must not reappear.
    writeProjectFile(file, file.text, dirname(file.path) !== dirname(file.sourcePath))
    return outcomeOf(file, 'written')
  },
  remove(orphan) {
    rmSync(orphan.path)
    return outcomeOf(orphan, 'removed')
  },
}

/** Reports the outcomes of {@link diskOutput} without writing. */
export const dryRunOutput: Output = {
  put: (file) => outcomeOf(file, 'written'),
  remove: (orphan) => outcomeOf(orphan, 'removed'),
}

/** Reports stale, edited, missing and orphaned files. */
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
