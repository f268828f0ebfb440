import type { ClientResponse, InterimResponse } from './client-response.ts'

type State = 'head' | 'counted' | 'chunk-size' | 'chunk' | 'trailers' | 'until-close' | 'done' | 'malformed'
type Headers = (readonly [string, string])[]

/** Parses one HTTP/1 response incrementally. Strict: input that a client may guess at is a failure here. */
export class ResponseParser {
  readonly #bodyless: boolean
  readonly #interim: InterimResponse[] = []
  readonly #body: Buffer[] = []
  #state: State = 'head'
  #rest: Buffer = Buffer.alloc(0)
  #status = 0
  #headers: Headers = []
  /** Bytes missing from the body or the current chunk. */
  #lacking = 0
  #failure: string | undefined

  /** @param method of the request: the answer to HEAD never has a body, whatever its headers say. */
  constructor(method: string) {
    this.#bodyless = method === 'HEAD'
  }

  get done(): boolean {
    return this.#state === 'done' || this.#state === 'malformed'
  }

  get hasBodyBytes(): boolean {
    return this.#body.length > 0
  }

  push(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes])
    try {
      while (!this.done && this.#step());
      if (this.#state === 'done' && this.#rest.length > 0)
        throw new Error('bytes after the end of the response')
    } catch (error) {
      this.#state = 'malformed'
      this.#failure = error instanceof Error ? error.message : String(error)
    }
  }

  /** The connection has ended; `clean` if it was closed in order. */
  end(clean: boolean): void {
    if (this.#state === 'until-close' && clean) this.#state = 'done'
  }

  result(wasCut = false): ClientResponse {
    return {
      status: this.#status,
      headers: this.#headers,
      body: Buffer.concat(this.#body),
      interim: this.#interim,
      ending: this.#ending(wasCut),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    }
  }

  #ending(wasCut: boolean): ClientResponse['ending'] {
    if (this.#state === 'malformed') return 'malformed'
    if (this.#state === 'done') return 'complete'
    if (wasCut) return 'cut'
    const nothing = this.#state === 'head' && this.#rest.length === 0 && this.#interim.length === 0
    return nothing ? 'empty' : 'aborted'
  }

  /** Takes the next element from the buffered bytes; false if it is incomplete. */
  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#readHead()
      case 'chunk-size':
        return this.#readChunkSize()
      case 'trailers':
        return this.#readTrailer()
      default:
        return this.#readBody()
    }
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return false
    const [statusLine = '', ...lines] = this.#rest.toString('latin1', 0, end).split('\r\n')
    this.#rest = this.#rest.subarray(end + 4)
    const match = /^HTTP\/1\.[01] (\d{3})(?: [^\r\n]*)?$/.exec(statusLine)
    if (match === null) throw new Error(`no status line: ${statusLine.slice(0, 80)}`)
    const status = Number(match[1])
    const headers = lines.map(headerLine)
    if (status >= 100 && status < 200) {
      this.#interim.push({ status, headers })
      return true
    }
    this.#status = status
    this.#headers = headers
    this.#state = this.#framing()
    return true
  }

  #framing(): State {
    const lines = (name: string): string[] =>
      this.#headers.filter(([key]) => key === name).map(([, value]) => value)
    const lengths = lines('content-length')
    const codings = lines('transfer-encoding')
    if (lengths.length > 0 && codings.length > 0) throw new Error('Content-Length beside Transfer-Encoding')
    if (lengths.length > 1) throw new Error('more than one Content-Length')
    const [length] = lengths
    if (length !== undefined && !/^\d+$/.test(length)) throw new Error(`Content-Length is ${length}`)
    if (this.#bodyless || this.#status === 204 || this.#status === 304) return 'done'
    if (codings.length > 0) {
      if (codings.join(',').toLowerCase() !== 'chunked')
        throw new Error(`Transfer-Encoding is ${codings.join(',')}`)
      return 'chunk-size'
    }
    if (length === undefined) return 'until-close'
    this.#lacking = Number(length)
    return this.#lacking === 0 ? 'done' : 'counted'
  }

  #readChunkSize(): boolean {
    const line = this.#takeLine()
    if (line === undefined) return false
    if (!/^[\da-fA-F]+(;.*)?$/.test(line)) throw new Error(`no chunk size: ${line.slice(0, 40)}`)
    this.#lacking = Number.parseInt(line, 16)
    this.#state = this.#lacking === 0 ? 'trailers' : 'chunk'
    return true
  }

  #readTrailer(): boolean {
    const line = this.#takeLine()
    if (line === undefined) return false
    if (line === '') this.#state = 'done'
    else headerLine(line)
    return true
  }

  #readBody(): boolean {
    if (this.#state === 'until-close') {
      this.#takeBody(this.#rest.length)
      return false
    }
    this.#lacking -= this.#takeBody(Math.min(this.#lacking, this.#rest.length))
    if (this.#lacking > 0) return false
    if (this.#state === 'counted') {
      this.#state = 'done'
      return true
    }
    if (this.#rest.length < 2) return false
    if (this.#rest.toString('latin1', 0, 2) !== '\r\n') throw new Error('a chunk is longer than its size')
    this.#rest = this.#rest.subarray(2)
    this.#state = 'chunk-size'
    return true
  }

  #takeBody(count: number): number {
    if (count > 0) this.#body.push(this.#rest.subarray(0, count))
    this.#rest = this.#rest.subarray(count)
    return count
  }

  #takeLine(): string | undefined {
    const end = this.#rest.indexOf('\r\n')
    if (end < 0) return undefined
    const line = this.#rest.toString('latin1', 0, end)
    this.#rest = this.#rest.subarray(end + 2)
    return line
  }
}

function headerLine(line: string): readonly [string, string] {
  const match = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(line)
  if (match === null || /[\0\r\n]/.test(line)) throw new Error(`no header line: ${line.slice(0, 80)}`)
  return [String(match[1]).toLowerCase(), String(match[2])]
}
