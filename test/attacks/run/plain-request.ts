import type { AttackRequest } from './attack.ts'

const token = /^[!#$%&'*+.^`|~\w-]+$/
/** Fields of a connection of HTTP/1 or of its bodies: such an entry is about the bytes. */
const framing = /^(?:content-length|expect|http2-settings|te|trailer|transfer-encoding|upgrade)$/i

/** The request of bytes that are one well-formed request without a body, which HTTP/2 can express as well. */
export function plainRequest(raw: string): AttackRequest | undefined {
  if (!raw.endsWith('\r\n\r\n')) return undefined
  const [start = '', ...lines] = raw.slice(0, -4).split('\r\n')
  const [, method = '', path = ''] = /^(\S+) (\/\S*) HTTP\/1\.1$/.exec(start) ?? []
  const fields = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()]
  })
  const isPlain = fields.every(
    ([name, value]) => token.test(name) && !framing.test(name) && !/[\r\n\0]/.test(value),
  )
  const hosts = fields.filter(([name]) => name.toLowerCase() === 'host')
  if (!token.test(method) || !isPlain || hosts.length !== 1) return undefined
  return { method, path, headers: fields.filter(([name]) => name.toLowerCase() !== 'connection') }
}
