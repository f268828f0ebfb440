/** What a link holds. */
export interface PlaygroundState {
  readonly source: string
  readonly method: string
  /** The route: `/cars/:id`. */
  readonly path: string
  readonly url: string
  readonly headers: string
  readonly body: string
}

const keys = ['source', 'method', 'path', 'url', 'headers', 'body'] as const
/** Of all texts together, in characters. */
export const maxState = 100_000
/** In bytes; the link is a third longer. */
const maxPacked = 24_000
/** In bytes: JSON writes some characters as six. */
const maxPlain = maxState * 6
const prefix = '#v1.'

/** @returns `undefined` if the link would be too long */
export async function hashOf(state: PlaygroundState): Promise<string | undefined> {
  const texts = keys.map((key) => state[key])
  if (texts.join('').length > maxState) return undefined
  const bytes = await piped(
    new TextEncoder().encode(JSON.stringify(texts)),
    new CompressionStream('deflate-raw'),
    maxPacked,
  )
  if (bytes === undefined) return undefined
  const base64 = btoa(String.fromCharCode(...bytes))
  return prefix + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** @returns `undefined` for a hash that is none of ours, too long, or damaged */
export async function stateOf(hash: string): Promise<PlaygroundState | undefined> {
  if (!hash.startsWith(prefix) || hash.length > maxPacked * 2 || !/^[\w-]+$/.test(hash.slice(prefix.length)))
    return undefined
  try {
    const packed = atob(hash.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0))
    const plain = await piped(bytes, new DecompressionStream('deflate-raw'), maxPlain)
    if (plain === undefined) return undefined
    const values: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
    return Array.isArray(values) ? checked(values) : undefined
  } catch {
    return undefined
  }
}

function checked(values: readonly unknown[]): PlaygroundState | undefined {
  if (values.length !== keys.length || !values.every((one) => typeof one === 'string')) return undefined
  const texts = values as readonly string[]
  if (texts.join('').length > maxState) return undefined
  const [source = '', method = '', path = '', url = '', headers = '', body = ''] = texts
  return { source, method, path, url, headers, body }
}

/** The output of a transformation, or `undefined` if it has more than `max` bytes. */
async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  max: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of new Blob([bytes]).stream().pipeThrough(through)) {
    length += part.length
    if (length > max) return undefined
    parts.push(part)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
