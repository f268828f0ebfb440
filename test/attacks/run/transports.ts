import type { Attack } from './attack.ts'
import { plainRequest } from './plain-request.ts'

/** A transport to the app. */
export const transports = ['http', 'fetch', 'h2c'] as const
export type Transport = (typeof transports)[number]

/** The transports of an entry; a request that any client may send goes over all of them. */
export function transportsOf(attack: Attack): readonly Transport[] {
  const named = namedTransports(attack)
  // Only a request without a connection can have an arbitrary remote address.
  if (attack.peer !== undefined) return named
  // A misbehaving client repeats its behaviour over HTTP/2.
  if (attack.client !== undefined) return [...new Set([...named, 'h2c' as const])]
  if (attack.raw !== undefined && plainRequest(attack.raw) !== undefined) return [...named, 'h2c']
  return attack.raw === undefined && !saysItsLength(attack)
    ? [...named, ...transports.filter((transport) => !named.includes(transport))]
    : named
}

/** The transports the entry was written for. */
export function namedTransports({ via, peer }: Attack): readonly Transport[] {
  if (via === undefined) return [peer === undefined ? 'http' : 'fetch']
  return transports.filter((transport) => via.includes(transport))
}

/** A length set by the client ends the message: on a connection, the rest is another message. */
function saysItsLength({ request }: Attack): boolean {
  return request?.headers?.some(([name]) => name.toLowerCase() === 'content-length') ?? false
}

/** Why an entry cannot run over a transport that it names; another check would judge it. */
export function contradiction(attack: Attack, transport: Transport): string | undefined {
  const { raw, request, client, peer, via } = attack
  if (client !== undefined && request?.bodyStream !== undefined) return 'bodyStream has its own client'
  if (transport === 'h2c' && via?.includes('h2c') && client !== undefined && raw === undefined)
    return 'over HTTP/2 only bytes (raw) have a client that misbehaves'
  if (peer !== undefined && transport !== 'fetch') return 'only over fetch the other end can be a named peer'
  if (transport !== 'fetch') return undefined
  if (raw !== undefined) return 'fetch has no connection to write bytes to'
  if (client !== undefined) return 'fetch has no connection for a client to misuse'
  return undefined
}
