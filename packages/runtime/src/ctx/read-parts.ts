import { MultipartReader } from '../bind/multipart/multipart-reader.ts'
import { Part } from '../request/part.ts'
import type { Pieces } from '../request/pieces.ts'
import { malformedBody } from './received-body.ts'

/**
 * The parts of a multipart body.
 * @param hold counts the bytes of parts that are held, and may throw.
 * @throws HttpError 400 if it is malformed.
 */
export async function* readParts(
  body: Pieces,
  contentType: string,
  maxParts: number,
  hold: (bytes: number) => void,
): AsyncGenerator<Part, void> {
  try {
    const reader = new MultipartReader(body, contentType, maxParts)
    for (let sent = await reader.next(); sent !== undefined; sent = await reader.next())
      yield new Part(sent, checked(sent.pieces), hold)
  } catch (error) {
    throw malformedBody(error)
  } finally {
    body.close()
  }
}

function checked(pieces: Pieces): Pieces {
  const read = (): Promise<Uint8Array | undefined> => pieces.read().catch(refuse)
  return { read, close: () => pieces.close() }
}

function refuse(error: unknown): never {
  throw malformedBody(error)
}
