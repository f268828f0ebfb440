import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isInside } from '../disk/project-root.ts'
import { realOutputPath } from './real-output-path.ts'
import { writeAtomically } from './write-atomically.ts'

/** A file that may be written: inside the project, and absent or its writer's own. */
export interface ProjectFile {
  readonly path: string
  /** The path with links resolved. */
  readonly realPath: string
  /** The current text; `undefined` if the file does not exist. */
  readonly onDisk: string | undefined
}

/** Why a file must not be written. */
export type Refusal =
  | { readonly refusal: 'outside'; readonly realPath: string }
  | { readonly refusal: 'foreign'; readonly realPath: string }

/**
 * The one door to the files of a project: whatever writes, first opens its file here.
 *
 * @param root of {@link findProjectRoot}
 * @param isOwn whether ctxgen may replace an existing file with this text
 * @throws the file system's error.
 */
export function openProjectFile(
  path: string,
  root: string,
  isOwn: (text: string) => boolean,
): ProjectFile | Refusal {
  const realPath = realOutputPath(path)
  if (!isInside(root, realPath)) return { refusal: 'outside', realPath }
  const onDisk = readIfThere(realPath)
  if (onDisk !== undefined && !isOwn(onDisk)) return { refusal: 'foreign', realPath }
  return { path, realPath, onDisk }
}

/** @param makesFolders makes missing folders @throws the file system's error. */
export function writeProjectFile({ realPath }: ProjectFile, text: string, makesFolders = true): void {
  if (makesFolders) mkdirSync(dirname(realPath), { recursive: true })
  writeAtomically(realPath, text)
}

function readIfThere(path: string): string | undefined {
  try {
    // The usual case in a first run; a test is far cheaper in Node than throw and catch.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
