import type { ShutdownOptions } from './shutdown.ts'

/** An open server. */
export interface ListenAddress {
  readonly port: number
  /** The bound address, such as `::` or `127.0.0.1`. */
  readonly address: string
  /** A URL for the server, from this machine. */
  readonly url: string
}

/** A running server, with a function to close it. */
export interface RunningServer {
  readonly listening: ListenAddress
  /**
   * Refuses new connections, finishes current requests, then resolves.
   * @param timeout milliseconds until open connections are cut.
   * @returns false when connections were cut.
   */
  close(timeout?: number): Promise<boolean>
  /** In a process that only supervises: stops the app in the others, which have hooks of their own. In place of `close`. */
  stopOthers?(options: ShutdownOptions): Promise<boolean>
  /** In a worker: lets the process end, after the last hook. */
  leave?(hasDrained: boolean): Promise<void>
}

/** The start and stop of an app, for its servers. */
export interface Stages {
  /** Runs the start hooks, once. */
  start(): Promise<void>
  stop(options: ShutdownOptions): Promise<boolean>
  /** Milliseconds that the stop hooks may take. */
  readonly stopMs: number
}

// Connections opened in advance would hold a closing server open. A new connection has this time to send a request.
export const unusedMs = 1000

export function listeningOn(address: string, port: number, secure: boolean): ListenAddress {
  return { address, port, url: urlOf(address, port, secure) }
}

/** A URL for a server, from its own machine. */
function urlOf(address: string, port: number, secure: boolean): string {
  const anywhere = address === '::' || address === '0.0.0.0'
  const host = anywhere ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `${secure ? 'https' : 'http'}://${host}:${port}`
}
