import { connect, type Socket } from 'node:net'
import {
  acknowledged,
  endHeaders,
  endStream,
  type Fields,
  type Frame,
  frame,
  frameType,
  headers,
  preface,
  readFrames,
  settings,
  statusOf,
} from './http2-frames.ts'

/** The data of one stream so far. */
export interface StreamAnswer {
  readonly status: number
  readonly body: string
  readonly dataFrames: number
  /** The type of the frame with which the server ended it. */
  readonly endedBy: 'headers' | 'data' | undefined
  /** The code it was reset with. */
  readonly reset: number | undefined
}

/**
 * A client that sends the given frames, valid or not, and collects the answers. Windows open only on
 * request.
 */
export class Http2Wire {
  readonly #socket: Socket
  readonly frames: Frame[] = []
  isClosed = false
  #rest: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
    })
  }

  /**
   * @param values settings of the client; the header table is disabled by default, so that statuses can be
   * read
   */
  static async open(port: number, values: Readonly<Record<number, number>> = {}): Promise<Http2Wire> {
    const socket = connect(port, '127.0.0.1')
    const wire = new Http2Wire(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    wire.send(preface, settings({ 1: 0, ...values }))
    return wire
  }

  send(...frames: readonly Buffer[]): void {
    if (!this.#socket.destroyed) this.#socket.write(Buffer.concat(frames))
  }

  /** Sends the header section of a request; more fields replace those of the same name. @param body follows */
  request(stream: number, method: string, path: string, fields: Fields = [], body = false): void {
    const all = new Map([
      [':method', method],
      [':scheme', 'http'],
      [':path', path],
      [':authority', 'localhost'],
      ...fields,
    ])
    this.send(headers(stream, [...all], endHeaders | (body ? 0 : endStream)))
  }

  data(stream: number, bytes: Uint8Array | string, last = false): void {
    this.send(frame(frameType.data, last ? endStream : 0, stream, bytes))
  }

  answer(stream: number): StreamAnswer {
    const own = this.frames.filter((one) => one.stream === stream)
    const sections = own.filter(({ type }) => type === frameType.headers)
    const data = own.filter(({ type }) => type === frameType.data)
    const statuses = sections.map(({ payload }) => statusOf(payload))
    const ends = (frames: readonly Frame[]): boolean => frames.some(({ flags }) => (flags & endStream) !== 0)
    return {
      status: statuses.find((status) => status >= 200) ?? 0,
      body: Buffer.concat(data.map(({ payload }) => payload)).toString('utf8'),
      dataFrames: data.length,
      endedBy: ends(sections) ? 'headers' : ends(data) ? 'data' : undefined,
      reset: own.find(({ type }) => type === frameType.reset)?.payload.readUInt32BE(),
    }
  }

  /** The data of a stream at its end, the connection's end or the timeout. */
  async over(stream: number, ms = 5000): Promise<StreamAnswer> {
    await this.until(() => {
      const { endedBy, reset } = this.answer(stream)
      return endedBy !== undefined || reset !== undefined
    }, ms)
    return this.answer(stream)
  }

  /** Whether a condition holds before the connection closes or time is up. */
  async until(condition: () => boolean, ms = 5000): Promise<boolean> {
    const start = performance.now()
    while (!condition() && !this.isClosed && performance.now() - start < ms)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return condition()
  }

  /** Stops reading, like a client whose machine hangs. */
  pause(): void {
    this.#socket.pause()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    const { frames, rest } = readFrames(Buffer.concat([this.#rest, bytes]))
    this.#rest = rest
    this.frames.push(...frames)
    for (const { type, flags } of frames) {
      if (type === frameType.settings && (flags & acknowledged) === 0)
        this.send(frame(frameType.settings, acknowledged, 0))
    }
  }
}
