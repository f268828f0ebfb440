const encoder = new TextEncoder()

/** The length of a body in bytes, a text in UTF-8. */
export function byteLength(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.length
  return typeof Buffer === 'function' ? Buffer.byteLength(body) : encoder.encode(body).length
}
