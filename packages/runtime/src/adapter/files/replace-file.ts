import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SaveOptions } from '../../request/file-stream.ts'
import type { Pieces } from '../../request/pieces.ts'
import { writePieces } from './write-pieces.ts'

/**
 * Writes a file atomically: readers see the old or the new content, and a failure leaves only the old one. Does not
 * create folders.
 * @throws the file system's error.
 */
export async function replaceFile(
  path: string,
  content: Uint8Array | Pieces,
  { durable = false }: SaveOptions,
): Promise<void> {
  const old = await statIfThere(path)
  // A device or pipe has no content to lose, and must not be replaced by a file.
  if (old !== undefined && !old.isFile()) return writeInto(path, content)
  const target = old === undefined ? path : await realpath(path)
  // A rename ignores the permissions of the file that it replaces.
  if (old !== undefined) await access(target, constants.W_OK)
  // In the same folder, because a rename is atomic only within one file system.
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`)
  const handle = await open(temporary, 'wx', old?.mode)
  try {
    await fill(handle, content, old?.mode, durable)
    await rename(temporary, target)
    // A failure of this leaves the new file, whose name may not outlast a crash.
    if (durable) await syncFolder(dirname(target))
  } catch (error) {
    // The original error is more useful than one about the temporary file.
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

async function writeInto(path: string, content: Uint8Array | Pieces): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await write(handle, content)
  } finally {
    await handle.close()
  }
}

async function write(handle: FileHandle, content: Uint8Array | Pieces): Promise<void> {
  if (content instanceof Uint8Array) await handle.writeFile(content)
  else await writePieces(handle, content)
}

async function fill(
  handle: FileHandle,
  content: Uint8Array | Pieces,
  mode: number | undefined,
  durable: boolean,
): Promise<void> {
  try {
    await write(handle, content)
    // The umask has removed bits from the mode.
    if (mode !== undefined) await handle.chmod(mode & 0o7777)
    if (durable) await handle.sync()
  } finally {
    // Some network file systems report only now that they are full.
    await handle.close()
  }
}

/** The name of a file is content of its folder. */
async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder, and writes names by itself.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
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
