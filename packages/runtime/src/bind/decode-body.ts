import { BodyFault } from './body-fault.ts'
import type { Reading } from './reading.ts'

/** Decodes the body; one that cannot be read is a fault of the whole of it. @param format what it should have been. */
export function decodeBody<T>(at: Reading, format: string, decode: (bytes: Uint8Array) => T): T | undefined {
  at.source = 'body'
  at.maxDepth = at.c.bindSettings().maxDepth
  const bytes = at.c.bodyBytes()
  if (bytes.length === 0) return at.wrong('', 'is empty')
  try {
    return decode(bytes)
  } catch (cause) {
    return at.wrong('', cause instanceof BodyFault ? cause.message : `is not valid ${format}`, cause)
  }
}
