import { pendingUpgrades, type Upgrade } from '../app/ws/pending-upgrades.ts'
import { onStop } from '../ctx/stop-listeners.ts'
import type { App } from './app.ts'
import { fetchStatus } from './fetch/fetch-response.ts'
import { testURL } from './test-url.ts'

/** The end of a socket. */
export interface SocketClose {
  readonly code: number
  readonly reason: string
}

/** The client's side of a WebSocket without a server. Iterating gives each message until the close. */
export interface TestSocket extends AsyncIterable<unknown> {
  /** The subprotocol that the app has chosen. */
  readonly protocol: string
  /** Sends a text or bytes as they are, and any other value as JSON. */
  send(message: unknown): void
  /** The next message: the value of a JSON text, or bytes. @throws Error when the socket is closed, or after 5 s without one */
  next(): Promise<unknown>
  /** @param code 1000 by default */
  close(code?: number, reason?: string): void
  /** Resolves when either side has closed. */
  readonly closed: Promise<SocketClose>
}

/** The app has answered an upgrade with something else. */
export class UpgradeRefused extends Error {
  readonly response: Response

  constructor(response: Response) {
    super(`the app answers the upgrade with ${response.status}`)
    this.name = 'UpgradeRefused'
    this.response = response
  }
}

const waitMs = 5000

/**
 * Opens a WebSocket of an app without a port.
 * @throws UpgradeRefused with the answer of a guard, or of a path without a WebSocket
 */
export async function openSocket(app: App, path: string, init: RequestInit = {}): Promise<TestSocket> {
  const headers = new Headers({
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  })
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  const request = new Request(testURL(path), { ...init, headers })
  const upgrade: Upgrade = { work: app.socketWork }
  pendingUpgrades.set(request, upgrade)
  const response = await app.fetch(request)
  const { accepted } = upgrade
  if (accepted === undefined || response.status !== fetchStatus(101)) {
    accepted?.release()
    throw new UpgradeRefused(response)
  }
  const messages: (string | Uint8Array)[] = []
  let arrived = (): void => {}
  let forget = (): void => {}
  let end: SocketClose | undefined
  let settle: (close: SocketClose) => void
  const closed = new Promise<SocketClose>((resolve) => {
    settle = resolve
  })
  const close = (code: number, reason: string): void => {
    if (end !== undefined) return
    end = { code, reason }
    forget()
    served.closed(code, reason)
    settle(end)
    arrived()
  }
  const served = accepted.open({
    bufferedAmount: 0,
    send(data) {
      if (end === undefined) messages.push(data)
      arrived()
    },
    close: (code = 1000, reason = '') => close(code, reason),
    terminate: () => close(1006, ''),
  })
  forget = onStop(app.stopSignal, () => served.goAway())
  const wait = async (): Promise<boolean> => {
    while (messages.length === 0 && end === undefined)
      await new Promise<void>((resolve) => {
        arrived = resolve
      })
    return messages.length > 0
  }
  const take = (): unknown => {
    const data = messages.shift()
    return typeof data === 'string' ? JSON.parse(data) : data
  }
  return {
    protocol: accepted.protocol ?? '',
    closed,
    send(message) {
      if (end !== undefined) throw new Error(`the socket is closed: ${end.code} ${end.reason}`)
      const isSent = typeof message === 'string' || message instanceof Uint8Array
      served.received(isSent ? message : JSON.stringify(message))
    },
    async next() {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no message in ${waitMs} ms`)), waitMs)
      })
      const isThere = await Promise.race([wait(), late]).finally(() => clearTimeout(timer))
      if (!isThere) throw new Error(`the socket is closed: ${end?.code} ${end?.reason}`)
      return take()
    },
    close: (code = 1000, reason = '') => close(code, reason),
    async *[Symbol.asyncIterator]() {
      try {
        while (await wait()) yield take()
      } finally {
        close(1000, '')
      }
    },
  }
}
