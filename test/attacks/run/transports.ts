import type { Attack } from './attack.ts'

/** How an attack reaches the app. */
export const transports = ['http', 'fetch', 'h2c'] as const
export type Transport = (typeof transports)[number]

/** As an entry says; a request that any client may send goes over every transport. */
export function transportsOf(attack: Attack): readonly Transport[] {
  const named = namedTransports(attack)
  // Only of a request without a connection can the other end be anybody.
  if (attack.peer !== undefined) return named
  // A client that misbehaves does so over HTTP/2 as well.
  if (attack.client !== undefined) return [...new Set([...named, 'h2c' as const])]
  return attack.raw === undefined && !saysItsLength(attack)
    ? [...named, ...transports.filter((transport) => !named.includes(transport))]
    : named
}

/** Those that the entry was written for. */
export function namedTransports({ via, peer }: Attack): readonly Transport[] {
  if (via === undefined) return [peer === undefined ? 'http' : 'fetch']
  return transports.filter((transport) => via.includes(transport))
}

/** A length of its own choice is where the message ends: over a connection what follows is another one. */
function saysItsLength({ request }: Attack): boolean {
  return request?.headers?.some(([name]) => name.toLowerCase() === 'content-length') ?? false
}

/** Why an entry cannot be made over a transport that it names; it would be judged by something else. */
export function contradiction(attack: Attack, transport: Transport): string | undefined {
  const { raw, request, client, peer, via } = attack
  if (client !== undefined && request?.bodyStream !== undefined) return 'bodyStream has a client of its own'
  if (transport === 'h2c' && via?.includes('h2c') && client !== undefined && raw === undefined)
    return 'over HTTP/2 only bytes (raw) have a client that misbehaves'
  if (peer !== undefined && transport !== 'fetch') return 'only over fetch the other end can be a named peer'
  if (transport !== 'fetch') return undefined
  if (raw !== undefined) return 'fetch has no connection to write bytes to'
  if (client !== undefined) return 'fetch has no connection for a client to misuse'
  return undefined
}
