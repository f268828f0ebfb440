import type { SocketDto } from '../../bind/dto/dto.ts'
import type { Ctx, Handler } from '../../ctx/ctx.ts'
import { reportTo } from '../../ctx/ctx-host.ts'
import { HttpError } from '../../error/http-error.ts'
import { type MessageFormat, messageCodec } from './message-codec.ts'
import { OpenedSocket, type SocketParts } from './opened-socket.ts'
import { pendingUpgrades } from './pending-upgrades.ts'
import type { SocketHooks } from './socket.ts'

/** The last handler of a WebSocket route: answers a request that is no upgrade, or must not be one. */
export function socketHandler<R, S, D>(
  dto: SocketDto<R, S>,
  hooks: SocketHooks<Ctx, R, S, D>,
  limits: SocketParts<Ctx, R, S, D>['limits'],
): Handler {
  const counts = new Map<string, number>()
  return async (c) => {
    const upgrade = pendingUpgrades.get(Object(c.request()))
    if (!isUpgrade(c)) {
      throw new HttpError(426, 'This is a WebSocket', {
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      })
    }
    if (upgrade === undefined) throw new HttpError(501, 'This server opens no WebSockets')
    if (!isAllowed(c, hooks.origins ?? [])) throw new HttpError(403, 'The page may not open this WebSocket')
    const ip = c.ip()
    const count = counts.get(ip) ?? 0
    if (count >= limits.maxSockets) throw new HttpError(429, 'Too many open WebSockets')
    const format = formatOf(c)
    const codec = messageCodec(dto, format ?? 'json', c)
    counts.set(ip, count + 1)
    let isCounted = true
    const release = (): void => {
      if (!isCounted) return
      isCounted = false
      const left = (counts.get(ip) ?? 1) - 1
      if (left === 0) counts.delete(ip)
      else counts.set(ip, left)
    }
    try {
      const data = (await hooks.upgrade?.(c)) as D
      const { onError } = c.app().settings
      const request = { method: c.method(), path: c.path() }
      const report = (error: unknown): void => reportTo(onError, error, request)
      upgrade.accepted = {
        protocol: format,
        open: (peer) => new OpenedSocket({ peer, data, ip, codec, hooks, limits, release, report }),
        release,
      }
      c.status(204)
    } catch (error) {
      release()
      throw error
    }
  }
}

function isUpgrade(c: Ctx): boolean {
  return c.get('Upgrade').toLowerCase() === 'websocket'
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
