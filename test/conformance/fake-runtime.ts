import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Subject } from './case-env.ts'

class HttpError extends Error {
  readonly status: number
  constructor(status: number, message = 'failure') {
    super(message)
    this.status = status
  }
}

class BindError extends Error {
  readonly source = 'query'
  readonly field = 'id'
  readonly issues = [{ source: 'query', path: 'id', code: 'type', message: 'no number' }]
}

/** The part of a Ctx that the tests of the harness call. */
class FakeCtx {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
  }

  status(status: number): this {
    this.#response.statusCode = status
    return this
  }

  set(name: string, value: string): this {
    this.#response.setHeader(name, value)
    return this
  }

  sendString(text: string): void {
    this.#response.write(text)
  }

  ip(): string | undefined {
    return this.#request.socket.remoteAddress
  }

  rawHeaders(): string[] {
    return this.#request.rawHeaders
  }

  version(): string {
    return this.#request.httpVersion
  }

  secure(): boolean {
    return 'encrypted' in this.#request.socket
  }

  drop(): void {
    this.#request.socket.destroy()
  }

  /** Aborts the response in the middle of its body. */
  tear(): Promise<void> {
    this.#response.write('half')
    return new Promise((resolve) => {
      setTimeout(() => {
        this.#request.socket.destroy()
        resolve()
      }, 5)
    })
  }

  hints(link: string): void {
    this.#response.writeEarlyHints({ link })
  }

  /** Writes go out at once; flush() fails after the client has disconnected. */
  sendStreamWriter(run: (writer: unknown) => Promise<void>): Promise<void> {
    return run({
      write: (text: string) => this.#response.write(text),
      flush: () => {
        if (this.#response.destroyed) throw new Error('the client has gone')
      },
    })
  }

  async readFile(path: string): Promise<string> {
    return readFile(path, 'utf8')
  }

  hang(): Promise<never> {
    return new Promise(() => undefined)
  }

  leak(): void {
    void Promise.reject(new Error('nobody waits for this'))
  }

  fail(status: number): never {
    throw new HttpError(status, 'as asked')
  }

  async failLater(): Promise<never> {
    throw new BindError('bind "id" from query: no number')
  }

  person(): object {
    return Object.assign(Object.create(null) as object, {
      name: 'Ada',
      tags: ['a', 'b'],
      born: new Date(0),
      gone: undefined,
    })
  }
}

class App {
  #handler: (c: FakeCtx) => unknown = () => undefined

  all(_path: string, handler: (c: FakeCtx) => unknown): void {
    this.#handler = handler
  }

  /** A route that matches no request of the tests. */
  post(): void {
    this.#handler = () => undefined
  }

  handler() {
    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      try {
        await this.#handler(new FakeCtx(request, response))
      } catch (error) {
        if (!response.headersSent) response.statusCode = error instanceof HttpError ? error.status : 500
      }
      response.end()
    }
  }
}

/** Replaces the packages, to show the harness results that it must reject. */
export const fakeSubject: Subject = {
  runtime: { App, HttpError, BindError },
  msgpack: {},
  cbor: {},
  dtosOf: () => ({ generated: {}, source: {}, failure: 'the DTOs could not be generated' }),
}
