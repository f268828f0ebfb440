import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryName } from './temporary-file.ts'

/**
 * Writes a whole file or none: readers see the old text or the new one, and a failure leaves the old one and nothing
 * else. The folder must exist.
 *
 * @throws the file system's error.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  // In the same folder, as a rename is atomic only within one file system.
  const temporary = join(dirname(path), temporaryName())
  try {
    writeFileSync(temporary, content, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (error) {
    removeQuietly(temporary)
    throw error
  }
}

/** The error that is already on its way says more than one about the temporary file. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
