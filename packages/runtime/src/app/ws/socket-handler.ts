import type { SocketDto } from '../../bind/dto/dto.ts'
import { clientOf, requestHeader, switchProtocols } from '../../ctx/answer.ts'
import type { Ctx, Handler } from '../../ctx/ctx.ts'
import { HttpError } from '../../error/http-error.ts'
import { parsePeerIp } from '../../request/ip-address.ts'
import { mayBeProxy } from '../../request/proxy-trust.ts'
import { type MessageCodec, type MessageFormat, messageCodec } from './message-codec.ts'
import { OpenedSocket, type SocketParts } from './opened-socket.ts'
import { type AcceptedUpgrade, pendingUpgrades, type Upgrade } from './pending-upgrades.ts'
import type { SocketHooks } from './socket.ts'

/** The last handler of a WebSocket route: answers a request that is no upgrade, or must not be one. */
export function socketHandler<R, S, D>(
  dto: SocketDto<R, S>,
  hooks: SocketHooks<Ctx, R, S, D>,
  limits: SocketParts<Ctx, R, S, D>['limits'],
): Handler {
  const counts = new Map<string, number>()
  const codecs = new Map<string, MessageCodec<R, S>>()
  /** All sockets of a format and of servers of a kind share one, so that a message to many is written once. */
  const codecOf = (format: MessageFormat, { pack }: Upgrade, c: Ctx): MessageCodec<R, S> => {
    const key = pack === undefined ? format : `packed ${format}`
    const codec = codecs.get(key) ?? messageCodec(dto, format, c, pack)
    codecs.set(key, codec)
    return codec
  }
  return async (c) => {
    const upgrade = pendingUpgrades.get(Object(c.request()))
    if (!isUpgrade(c)) {
      throw new HttpError(426, 'This is a WebSocket', {
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      })
    }
    checkHandshake(c)
    if (upgrade === undefined) throw new HttpError(501, 'This server opens no WebSockets')
    if (!isAllowed(c, hooks.origins ?? [])) throw new HttpError(403, 'The page may not open this WebSocket')
    const client = countedClient(c)
    const count = client === undefined ? 0 : (counts.get(client) ?? 0)
    if (count >= limits.maxSockets) throw new HttpError(429, 'Too many open WebSockets')
    const format = formatOf(c)
    const codec = codecOf(format ?? 'json', upgrade, c)
    if (client !== undefined) counts.set(client, count + 1)
    const { work } = upgrade
    work.begin()
    const release = client === undefined ? noRelease : releaseOnce(counts, client)
    try {
      const data = (await hooks.upgrade?.(c)) as D
      const { onError } = c.app().settings
      const parts = { data, ip: c.ip(), path: c.path(), codec, hooks, limits, release, work, onError }
      upgrade.accepted = acceptedBy(parts, format)
      switchProtocols(c)
    } catch (error) {
      release()
      work.end()
      throw error
    }
  }
}

/*
 * An open socket lives longer than its upgrade, so that none of these functions may stand where the Ctx is: a closure keeps all
 * variables around it that any closure there names.
 */

function acceptedBy<R, S, D>(
  parts: Omit<SocketParts<Ctx, R, S, D>, 'peer'>,
  protocol: MessageFormat | undefined,
): AcceptedUpgrade {
  let isCounted = true
  return {
    protocol,
    open: (peer) => {
      const { data, ip, path, codec, hooks, limits, release, work, onError } = parts
      // An object that begins with a spread has a hidden class of its own.
      return new OpenedSocket({ peer, data, ip, path, codec, hooks, limits, release, work, onError })
    },
    release() {
      if (!isCounted) return
      isCounted = false
      parts.release()
      parts.work.end()
    },
  }
}

function noRelease(): void {}

function releaseOnce(counts: Map<string, number>, client: string): () => void {
  let isCounted = true
  return () => {
    if (!isCounted) return
    isCounted = false
    const left = (counts.get(client) ?? 1) - 1
    if (left === 0) counts.delete(client)
    else counts.set(client, left)
  }
}

function isUpgrade(c: Ctx): boolean {
  const connection = requestHeader(c, 'connection').toLowerCase().split(',')
  const isAsked = connection.some((token) => token.trim() === 'upgrade')
  return isAsked && c.get('Upgrade').toLowerCase() === 'websocket' && c.method() === 'GET'
}

/** RFC 6455 section 4.2.1. */
function checkHandshake(c: Ctx): void {
  if (c.get('Sec-WebSocket-Version') !== '13') {
    throw new HttpError(426, 'The version of the WebSocket is not 13', {
      headers: { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Version': '13' },
    })
  }
  if (c.get('Transfer-Encoding') !== '' || !/^0*$/.test(c.get('Content-Length')))
    throw new HttpError(400, 'An upgrade has no body')
  if (!/^[+/0-9A-Za-z]{22}==$/.test(c.get('Sec-WebSocket-Key')))
    throw new HttpError(400, 'Sec-WebSocket-Key is not 16 bytes of Base64')
}

/** Whom a socket counts for, as a body does; nobody where the address may be a proxy's with many clients behind it. */
function countedClient(c: Ctx): string | undefined {
  const client = clientOf(c)
  const isClient = c.app().settings.trust.trustProxy || !mayBeProxy(parsePeerIp(client))
  return client !== '' && isClient ? client : undefined
}

/** Browsers send the page's origin with each upgrade, other clients send none. */
function isAllowed(c: Ctx, origins: readonly string[] | '*'): boolean {
  const origin = c.get('Origin').toLowerCase()
  if (origin === '' || origins === '*') return true
  const isOwn = origin === `${c.scheme()}://${c.host()}`.toLowerCase()
  return isOwn || origins.some((one) => one.toLowerCase() === origin)
}

/** The first subprotocol of the client that names a format; `undefined` without one. */
function formatOf(c: Ctx): MessageFormat | undefined {
  const offered = c
    .get('Sec-WebSocket-Protocol')
    .split(',')
    .map((one) => one.trim())
  const { msgPack, cbor } = c.bindSettings()
  const known: readonly MessageFormat[] = [
    'json',
    ...(msgPack === undefined ? [] : ['msgpack' as const]),
    ...(cbor === undefined ? [] : ['cbor' as const]),
  ]
  return offered.map((one) => known.find((format) => format === one)).find((format) => format !== undefined)
}
