import { joinBytes } from '../request/join-bytes.ts'

/** The whole body of a request; `undefined` past the limit, of which the announced length is not trusted to tell. */
export async function readFetchBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    chunks.push(part.value)
  }
  return joinBytes(chunks, size)
}
