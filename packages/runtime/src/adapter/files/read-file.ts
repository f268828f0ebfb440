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
    if (!isSameFile(await statOpen(fs, fd), stats)) throw new Error('the file has changed while it was read')
    const bytes = Buffer.allocUnsafeSlow(length)
    let at = 0
    while (at < length) {
      const count = await readOpen(fs, fd, bytes, at, at)
      if (count === 0) throw new Error('the file has become shorter while it was read')
      at += count
    }
    return bytes
  } finally {
    closeFile(fs, fd)
  }
}
