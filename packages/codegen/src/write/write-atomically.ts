import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryName } from './temporary-file.ts'

/**
 * Writes a file atomically: readers see the old text or the new one, and a failure leaves only the old one. The folder
 * must exist.
 *
 * @throws the file system's error.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  // In the same folder: a rename is atomic only within one file system.
  const temporary = join(dirname(path), temporaryName())
  try {
    writeFileSync(temporary, content, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (error) {
    removeQuietly(temporary)
    throw error
  }
}

/** Does not throw: the pending error is more useful than one about the temporary file. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
