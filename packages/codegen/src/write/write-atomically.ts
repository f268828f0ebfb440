import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Writes a whole file or none: readers see the old text or the new one, and a failure leaves the old one and nothing else.
 *
 * @throws the file system's error.
 */
export function writeAtomically(path: string, text: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  // In the same folder, as a rename is atomic only within one file system. The name depends on nothing that two runs
  // at once share, fits wherever the output's own name does, and no glob for sources or outputs matches it.
  const temporary = join(folder, `.ctxgen-${randomUUID().slice(0, 8)}.tmp`)
  try {
    writeFileSync(temporary, text, { flag: 'wx' })
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
