import { mustBeFile } from '../../error/english-issues.ts'
import type { FileStream } from '../../request/file-stream.ts'
import type { TextPairs } from './text-pairs.ts'

/** Reads a pair as a file that may yet come; text is an issue, unless it is empty. */
export function pairStream(pairs: TextPairs, held: FileStream | undefined): FileStream | undefined {
  if (isText(pairs)) return held
  return held ?? pairs.fileStream?.()
}

/**
 * {@link pairStream} for a list, which is read with `for await`.
 *
 * It is no array, and throws where it is read as one.
 */
export function pairStreams(pairs: TextPairs, held: FileStream[] | undefined): FileStream[] | undefined {
  if (isText(pairs)) return held
  const files: unknown = held ?? pairs.fileStreams?.()
  return files as FileStream[] | undefined
}

function isText(pairs: TextPairs): boolean {
  if (pairs.isFile()) return false
  if (pairs.text() !== '') pairs.wrongAt(pairs.wholeKey(), mustBeFile)
  return true
}
