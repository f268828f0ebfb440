import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The bytes of every file below a folder, by relative path with forward slashes. */
export type FolderState = ReadonlyMap<string, Buffer>

export function folderState(folder: string): FolderState {
  const state = new Map<string, Buffer>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (statSync(path).isFile()) state.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path))
  }
  return state
}

export function sameBytes(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b)
}
