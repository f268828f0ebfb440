import { setTimeout as delay } from 'node:timers/promises'
import { callMethod } from '../../conformance/call-method.ts'
import type { CaseClient } from '../../conformance/case-client.ts'
import type { CaseRequest } from '../../conformance/case-types.ts'
import { type ClientResponse, headerLines } from '../../conformance/client-response.ts'
import { wireRequest } from '../../conformance/request-bytes.ts'
import { fetchRequest } from './fetch-request.ts'

/** Sends the requests of a case by `app.fetch()`, in the runtime that this runs in. */
export class FetchClient implements CaseClient {
  readonly gone: Promise<void>
  #sayGone: () => void = () => undefined
  #first: ClientResponse | undefined

  constructor() {
    this.gone = new Promise((resolve) => {
      this.#sayGone = resolve
    })
  }

  async send(request: CaseRequest, app: unknown): Promise<ClientResponse> {
    const wire = wireRequest(request, (name) =>
      headerLines(this.#first ?? { headers: [] }, name.toLowerCase()).join(', '),
    )
    const client = new AbortController()
    const peer = {
      remoteAddress: request.remoteAddress ?? '127.0.0.1',
      remotePort: 50000,
      encrypted: request.tls === true,
    }
    const answer = await callMethod(app, 'fetch', [fetchRequest(wire, peer.encrypted, client.signal), peer])
    if (!(answer instanceof Response)) throw new Error('app.fetch() promises no Response')
    const response = await this.#read(answer, request.abortAfter === undefined ? undefined : client)
    this.#first ??= response
    return response
  }

  /** A response is over once its body was read. */
  async responsesOver(): Promise<void> {}

  close(): void {
    this.#sayGone()
  }

  /** @param client goes away after the first piece, when there is one. */
  async #read(answer: Response, client: AbortController | undefined): Promise<ClientResponse> {
    const pieces: Uint8Array[] = []
    const result = (ending: ClientResponse['ending']): ClientResponse => ({
      status: answer.status,
      headers: [...answer.headers],
      body: Buffer.concat(pieces),
      interim: [],
      ending,
    })
    // The sign of an app that closes the connection without an answer.
    if (answer.type === 'error') return result('empty')
    const reader = answer.body?.getReader()
    if (reader === undefined) return result('complete')
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        pieces.push(part.value)
        if (client === undefined) continue
        // A server asks for the next piece before it finds that the client is gone.
        reader.read().catch(() => undefined)
        await delay(5)
        client.abort()
        await reader.cancel()
        this.#sayGone()
        return result('cut')
      }
      return result('complete')
    } catch {
      return result('aborted')
    }
  }
}
