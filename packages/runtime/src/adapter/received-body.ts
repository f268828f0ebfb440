import type { HeldBytes } from '../app/body-memory.ts'
import type { ReceivedBody } from '../ctx/received-body.ts'
import { headerList } from '../request/header-lines.ts'

/** Hands a body on once its Content-Encoding is undone: at once when it has none. */
export function receivedBody(
  lines: readonly string[],
  raw: Uint8Array,
  limit: number,
  serve: (body: ReceivedBody) => void,
): void {
  const encoding = raw.length === 0 ? '' : headerList(lines, 'content-encoding')
  if (encoding === '') serve({ raw, decoded: raw })
  else void decodeBody(raw, encoding, limit).then(serve)
}

/** Undoes the Content-Encoding of a body. Never rejects: what went wrong is thrown when a handler asks for the body. */
export async function decodeBody(raw: Uint8Array, encoding: string, limit: number): Promise<ReceivedBody> {
  // Loaded when a request first needs it: most apps never do.
  const { undoEncoding } = await import('./undo-encoding.ts')
  return undoEncoding(raw, encoding, limit)
}

/** Counts what a body has become by undoing its Content-Encoding. @returns whether there is room for it */
export function holdsDecoded(held: HeldBytes, { raw, decoded }: ReceivedBody): boolean {
  return decoded === raw || !(decoded instanceof Uint8Array) || held.take(decoded.length)
}
