import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { target } from './sizes.mjs'

/** Takes a stream of node to a file or to nowhere, as the documentation of these parsers does. @returns its size */
export async function take(file, way) {
  if (way === 'file') {
    const written = createWriteStream(target)
    await pipeline(file, written)
    return written.bytesWritten
  }
  let size = 0
  for await (const piece of file) size += piece.length
  return size
}
