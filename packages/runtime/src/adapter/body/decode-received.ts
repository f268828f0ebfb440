import type { CountedBody } from '../../app/body-memory.ts'
import type { ReceivedBody } from '../../ctx/received-body.ts'
import { headerList } from '../../request/header-lines.ts'

/** Decodes the Content-Encoding of a body and passes it on; synchronously when there is none. */
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

/** Decodes the Content-Encoding of a body. Never rejects: an error is thrown when a handler reads the body. */
export async function decodeBody(raw: Uint8Array, encoding: string, limit: number): Promise<ReceivedBody> {
  // Loaded on first use, since most apps never need it.
  const { undoEncoding } = await import('./undo-encoding.ts')
  return undoEncoding(raw, encoding, limit)
}

/** Adds the decoded size of a body to its memory, which may refuse it. */
export function countDecoded(counted: CountedBody, { raw, decoded }: ReceivedBody): void {
  if (decoded !== raw && decoded instanceof Uint8Array) counted.take(decoded.length)
}
