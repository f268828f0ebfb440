import type { FileHandle } from 'node:fs/promises'
import { ignore } from '../../ctx/handler-values.ts'
import { joinBytes } from '../../request/body-bytes.ts'
import type { Pieces } from '../../request/pieces.ts'

// One call of the system for each piece of 64 kB takes longer than the write itself.
const batchBytes = 512 * 1024

/** Writes pieces to a file: while one batch is written, the next arrives. @throws the first error of either. */
export async function writePieces(handle: FileHandle, pieces: Pieces): Promise<void> {
  let writing: Promise<void> = Promise.resolve()
  let batch: Uint8Array[] = []
  let size = 0
  try {
    for (let piece = await pieces.read(); piece !== undefined; piece = await pieces.read()) {
      batch.push(piece)
      size += piece.length
      if (size < batchBytes) continue
      await writing
      writing = writeBatch(handle, batch, size)
      writing.catch(ignore)
      batch = []
      size = 0
    }
    await writing
    await writeBatch(handle, batch, size)
  } catch (error) {
    pieces.close()
    // The file is not closed during a write.
    await writing.catch(ignore)
    throw error
  }
}

async function writeBatch(handle: FileHandle, batch: readonly Uint8Array[], size: number): Promise<void> {
  if (size === 0) return
  const { bytesWritten } = await handle.writev(batch)
  // A full disk takes a part, and refuses the rest.
  if (bytesWritten < size) await handle.writeFile(joinBytes(batch, size).subarray(bytesWritten))
}
