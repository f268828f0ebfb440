import type { CountedBody } from '../../app/body-memory.ts'
import { BodyBytes } from '../../request/body-bytes.ts'

// A longer body is read in pieces, so that it counts while it arrives. All at once takes Bun a fraction of the time.
export const maxAtOnce: number = 64 * 1024

/** Whether a request with this method may have a body. A `Request` never has one for the others. */
export function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** The length of a body as announced: 0 without a body, `undefined` for an unknown length. */
export function bodyLength(request: Request, announced: string): number | undefined {
  const length = Number(announced)
  if (length > 0) return length
  // Read last: Bun makes a stream for it.
  return request.body === null ? 0 : undefined
}

/** Receives the reader of a body that is read in pieces, to cancel it. */
type WatchReader = (reader: { cancel(): Promise<void> }) => void

/**
 * The whole body of a request; `undefined` when it exceeds the limit, whatever its announced length, or when `held` has
 * no room for it. A body whose announced length exceeds the limit is not read.
 */
export async function readFetchBody(
  request: Request,
  limit: number,
  held?: CountedBody,
  length: number | undefined = bodyLength(request, request.headers.get('content-length') ?? ''),
  watch?: WatchReader,
): Promise<Uint8Array | undefined> {
  if (length === 0) return new Uint8Array(0)
  if (length !== undefined && length > limit) return undefined
  if (length === undefined || length > maxAtOnce) return readPieces(request, limit, held, watch)
  const whole = new Uint8Array(await request.arrayBuffer())
  return whole.length > limit || held?.receive(whole.length) === false ? undefined : whole
}

async function readPieces(
  { body }: Request,
  limit: number,
  held: CountedBody | undefined,
  watch: WatchReader | undefined,
): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array(0)
  const bytes = new BodyBytes(limit)
  const reader = body.getReader()
  watch?.(reader)
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { length } = part.value
    if (bytes.size + length > limit || held?.receive(length) === false) {
      await reader.cancel()
      return undefined
    }
    bytes.add(part.value)
  }
  return bytes.whole()
}
