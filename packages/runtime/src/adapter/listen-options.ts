/** Where and how an app listens. */
export interface ListenOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** Default: every address of the machine. */
  readonly host?: string
  /** The certificate chain in PEM: the server speaks TLS. */
  readonly cert?: string | Buffer
  /** The private key in PEM. */
  readonly key?: string | Buffer
  /** Of the private key. */
  readonly passphrase?: string
  /**
   * Speaks HTTP/2, with a certificate also HTTP/1.1 to clients that want it. Without one it takes HTTP/2 in clear text
   * only, from clients that know beforehand. Wants Node 20.20.2, 22.22.2, 24.14.1 or newer: older ones keep a connection
   * whose window a client overflows until `requestTimeout` (CVE-2026-21714).
   */
  readonly http2?: boolean
  /** How many processes serve, each running this script from its beginning; the first one only watches over them. Default: 1, this one. */
  readonly workers?: number
  /**
   * Milliseconds for a whole request to arrive. On HTTP/2 also how long a client may take nothing of a large answer, and a
   * connection may be silent. 0 is no limit. Default: node's, 300 000.
   */
  readonly requestTimeout?: number
  /** Milliseconds for the header section to arrive, and for the TLS handshake before it. Default: node's, 60 000 and 120 000. */
  readonly headersTimeout?: number
  /** Milliseconds an idle connection stays open. Default: node's, 5000. */
  readonly keepAliveTimeout?: number
}

/** @throws what would otherwise be found out by the first client, or never: no processes, or TLS that is none. */
export function checkListenOptions({ workers = 1, cert, key }: ListenOptions): void {
  if (!Number.isInteger(workers) || workers < 1) {
    throw new RangeError(`workers: not a number of processes: ${workers}`)
  }
  if ((cert === undefined) !== (key === undefined)) throw new TypeError('TLS takes both a cert and its key')
}
