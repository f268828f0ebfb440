import { checkShutdownOptions, type ShutdownOptions } from './shutdown.ts'

/** The options of `listen()`. */
export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number
  /** Default: all addresses of the machine. */
  readonly host?: string
  /** The certificate chain in PEM; enables TLS. */
  readonly cert?: string | Buffer
  /** The private key in PEM. */
  readonly key?: string | Buffer
  /** The passphrase of the private key. */
  readonly passphrase?: string
  /**
   * Enables HTTP/2; with a certificate, clients may still choose HTTP/1.1. Without one, only cleartext HTTP/2 is
   * served, to clients with prior knowledge. Requires Node 20.20.2, 22.22.2, 24.14.1 or newer: older versions keep a
   * connection whose window a client overflows until `requestTimeout` (CVE-2026-21714).
   */
  readonly http2?: boolean
  /**
   * The number of serving processes, each of which runs this script from the start; the first process only supervises
   * them. Default: 1, this process.
   */
  readonly workers?: number
  /**
   * Milliseconds for a whole request to arrive. On HTTP/2 also the time for which a client may stall a large response,
   * and a connection may be silent. 0 disables the limit. Default: node's, 300 000.
   */
  readonly requestTimeout?: number
  /** Milliseconds for the header section to arrive, and for the TLS handshake. Default: node's, 60 000 and 120 000. */
  readonly headersTimeout?: number
  /** Milliseconds a connection may be silent in both directions, also while a handler works. Default: 0, no limit. */
  readonly connectionTimeout?: number
  /** Milliseconds an idle connection stays open. Default: node's, 5000. */
  readonly keepAliveTimeout?: number
  /**
   * Calls `shutdown()` at SIGTERM and SIGINT, in each worker as well; a second signal ends the process at once. Default:
   * false.
   */
  readonly signals?: boolean | ShutdownOptions
}

/** @throws for options that would fail at the first request, or never: no processes, incomplete TLS. */
export function checkListenOptions({ workers = 1, cert, key, signals }: ListenOptions): void {
  if (typeof signals === 'object') checkShutdownOptions(signals)
  if (!Number.isInteger(workers) || workers < 1) {
    throw new RangeError(`workers: not a number of processes: ${workers}`)
  }
  if ((cert === undefined) !== (key === undefined)) throw new TypeError('TLS needs both cert and key')
}
