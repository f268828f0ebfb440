import type { FileStats, FileSystem } from '../../response/file-store.ts'
import { closeFile, isSameFile, openFile, readOpen, statOpen } from './file-system.ts'

/** The first `length` bytes of a file. @throws Error when the file has changed. */
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
      if (count === 0) throw new Error('the file became shorter while it was being read')
      at += count
    }
    // Checked after the last read, so that all bytes are of one version.
    if (!isSameFile(await statOpen(fs, fd), stats))
      throw new Error('the file changed while it was being read')
    return bytes
  } finally {
    closeFile(fs, fd)
  }
}
