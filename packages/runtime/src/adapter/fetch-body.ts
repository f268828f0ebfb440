import type { HeldBytes } from '../app/body-memory.ts'
import { BodyBytes } from '../request/body-bytes.ts'

/**
 * The whole body of a request; `undefined` when it exceeds the limit, whatever its announced length, or when `held` has
 * no room for it.
 */
export async function readFetchBody(
  request: Request,
  limit: number,
  held?: HeldBytes,
): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array(0)
  const bytes = new BodyBytes(limit)
  const reader = request.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { length } = part.value
    if (bytes.size + length > limit || held?.take(length) === false) {
      await reader.cancel()
      return undefined
    }
    bytes.add(part.value)
  }
  return bytes.whole()
}
