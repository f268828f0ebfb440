import type { BindInput } from './bind-input.ts'
import { BodyFault } from './body-fault.ts'
import type { Faults } from './faults.ts'

/** Decodes the body; one that cannot be read is a fault of the whole of it. @param format what it should have been. */
export function decodeBody<T>(
  c: BindInput,
  faults: Faults,
  format: string,
  decode: (bytes: Uint8Array) => T,
): T | undefined {
  faults.source = 'body'
  faults.limits = c.bindSettings()
  const bytes = c.bodyBytes()
  if (bytes.length === 0) return faults.wrong('', 'is empty')
  try {
    return decode(bytes)
  } catch (cause) {
    return faults.wrong('', cause instanceof BodyFault ? cause.message : `is not valid ${format}`, cause)
  }
}
