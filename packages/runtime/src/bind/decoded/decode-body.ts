import type { Reading } from '../reading.ts'

/** Decodes the body; an unreadable body is a single fault. @param format the expected format. */
export function decodeBody<T>(at: Reading, format: string, decode: (bytes: Uint8Array) => T): T | undefined {
  at.source = 'body'
  at.maxDepth = at.c.bindSettings().maxDepth
  const bytes = at.c.bodyBytes()
  if (bytes.length === 0) return at.emptyBody()
  try {
    return decode(bytes)
  } catch (cause) {
    return at.wrong('', cause instanceof BodyFault ? cause.message : `is not valid ${format}`, cause)
  }
}

/** An unreadable body. Its message is safe to show to the client. */
export class BodyFault extends Error {}

/** @param most the setting `maxObjects`. */
export function tooManyObjects(most: number): BodyFault {
  return new BodyFault(`has more than ${most} objects and lists`)
}
