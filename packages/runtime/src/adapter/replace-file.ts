import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  open,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a whole file or none: readers see the old content or the new one, and a failure leaves the old one and nothing
 * else. Folders are not made. @throws the file system's error
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const old = await statIfThere(path)
  // Nothing can be lost in a device or a pipe, and nobody wants a file in its place.
  if (old !== undefined && !old.isFile()) return writeFile(path, bytes)
  const target = old === undefined ? path : await realpath(path)
  // A rename does not ask whether the file it replaces may be written.
  if (old !== undefined) await access(target, constants.W_OK)
  // In the same folder, as a rename is atomic only within one file system.
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`)
  const handle = await open(temporary, 'wx', old?.mode)
  try {
    await fill(handle, bytes, old?.mode)
    await rename(temporary, target)
  } catch (error) {
    // The error that is on its way says more than one about the temporary file.
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

async function fill(handle: FileHandle, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  try {
    await handle.writeFile(bytes)
    // The umask took bits from the mode it was opened with.
    if (mode !== undefined) await handle.chmod(mode & 0o7777)
    // Some disks say only now that they are full.
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
