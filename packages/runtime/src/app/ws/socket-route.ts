import type { SocketDto } from '../../bind/dto/dto.ts'
import type { Ctx, Handler } from '../../ctx/ctx.ts'
import { noteSocketRoute } from './pending-upgrades.ts'
import type { SocketHooks, SocketLimits } from './socket.ts'

/** Defaults of a route. */
const socketLimits: Required<Omit<SocketLimits, 'origins'>> = {
  maxMessageSize: 64 * 1024,
  maxRate: 100,
  maxWaiting: 1024 * 1024,
  maxSockets: 100,
  onInvalid: 'message',
}

/** Whether an argument of `ws()` is the DTO. */
export function isSocketDto(taker: unknown): taker is SocketDto<unknown, unknown> {
  return typeof taker === 'object' && taker !== null && 'receive' in taker && 'send' in taker
}

/**
 * The last handler of a WebSocket route. Its code is loaded at the first upgrade.
 *
 * @throws TypeError without a hook for messages, and for a limit that is not a positive number
 */
export function socketRoute<R, S, D>(
  where: string,
  dto: SocketDto<R, S>,
  hooks: SocketHooks<Ctx, R, S, D>,
): Handler {
  if (typeof hooks?.message !== 'function') throw new TypeError(`${where}: the hook \`message\` is missing`)
  const limits = { ...socketLimits, ...hooks }
  for (const name of ['maxMessageSize', 'maxRate', 'maxWaiting', 'maxSockets'] as const) {
    if (!(limits[name] > 0)) throw new TypeError(`${where}: ${name} is not a positive number`)
  }
  const { origins = [], onInvalid } = limits
  if (onInvalid !== 'message' && onInvalid !== 'close')
    throw new TypeError(`${where}: onInvalid is neither 'message' nor 'close'`)
  if (origins !== '*' && !(Array.isArray(origins) && origins.every(isOrigin)))
    throw new TypeError(`${where}: origins is neither '*' nor a list of origins such as https://example.org`)
  noteSocketRoute(limits.maxMessageSize)
  // One for all upgrades, also for those that come at once: it counts sockets.
  let handler: Promise<Handler> | undefined
  const open: Handler = async (c) => {
    handler ??= import('./socket-handler.ts').then(({ socketHandler }) => socketHandler(dto, hooks, limits))
    return (await handler)(c)
  }
  // No document has it, so `ctxgen openapi --verify` leaves it out.
  return Object.assign(open, { isSocket: true })
}

function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text.toLowerCase()
}
