/** The used part of ws, whose types lack some options. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  export class WebSocket extends EventEmitter {
    readonly readyState: number
    close(code?: number, reason?: string): void
    terminate(): void
    ping(): void
  }

  export interface ServerOptions<T extends WebSocket> {
    readonly noServer: true
    readonly WebSocket: new () => T
    readonly clientTracking: false
    readonly perMessageDeflate: false
    readonly maxPendingAutoPongs: number
    readonly maxPayload: number
    readonly maxFragments: number
    readonly handleProtocols: () => false
  }

  export class WebSocketServer<T extends WebSocket> extends EventEmitter {
    constructor(options: ServerOptions<T>)
    on(event: 'headers', listener: (lines: string[], request: IncomingMessage) => void): this
    handleUpgrade(
      request: IncomingMessage,
      connection: Duplex,
      head: Uint8Array,
      open: (socket: T) => void,
    ): void
  }
}
