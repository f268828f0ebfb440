import type { FileStats, FileSystem } from '../../response/file-store.ts'
import { closeFile, isSameFile, openFile, readOpen, statOpen } from './file-system.ts'

/** The first `length` bytes of a file. @throws Error when it is not the file that was looked at any more. */
export async function readStart(
  fs: FileSystem,
  path: string,
  stats: FileStats,
  length: number,
): Promise<Uint8Array> {
  const fd = await openFile(fs, path)
  try {
    const bytes = Buffer.allocUnsafeSlow(length)
    let at = 0
    while (at < length) {
      const count = await readOpen(fs, fd, bytes, at, at)
      if (count === 0) throw new Error('the file has become shorter while it was read')
      at += count
    }
    // Looked at behind the last read, so that all of it is of one version.
    if (!isSameFile(await statOpen(fs, fd), stats)) throw new Error('the file has changed while it was read')
    return bytes
  } finally {
    closeFile(fs, fd)
  }
}
