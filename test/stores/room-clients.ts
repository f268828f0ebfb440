import { type ClientRequest, get } from 'node:http'
import { WebSocket } from 'undici'

interface Message {
  readonly event: string
  readonly n?: number
  readonly id?: string
}

/** A client that comes back, with the id of the last message that it has, until it is closed. */
export abstract class RoomClient {
  readonly numbers: number[] = []
  gaps = 0
  connections = 0
  isOpen = false
  last: string | undefined
  protected isClosed = false
  readonly #portOf: (turn: number) => number

  /** @param portOf a live process, another one for each turn */
  constructor(portOf: (turn: number) => number) {
    this.#portOf = portOf
  }

  connect(): void {
    if (!this.isClosed) this.open(this.#portOf(this.connections++))
  }

  close(): void {
    this.isClosed = true
    this.cut()
  }

  protected abstract open(port: number): void
  protected abstract cut(): void

  protected take({ event, n }: Message, id: string | undefined): void {
    this.isOpen = true
    if (id !== undefined && id !== '') this.last = id
    if (event === 'said' && n !== undefined) this.numbers.push(n)
    if (event === 'missed') this.gaps++
  }

  #isWaiting = false

  protected again(): void {
    this.isOpen = false
    if (this.isClosed || this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      this.connect()
    }, 50)
  }
}

export class SocketClient extends RoomClient {
  #socket: WebSocket | undefined

  protected open(port: number): void {
    const since = this.last === undefined ? '' : `?since=${encodeURIComponent(this.last)}`
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rooms/7${since}`)
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data))
      this.take(message, message.id)
    })
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', () => this.again())
  }

  protected cut(): void {
    this.#socket?.close()
  }
}

export class StreamClient extends RoomClient {
  #request: ClientRequest | undefined

  protected open(port: number): void {
    const headers = this.last === undefined ? {} : { 'Last-Event-ID': this.last }
    const path = '/rooms/7/events'
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      let left = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        const events = (left + text).split('\n\n')
        left = events.pop() ?? ''
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (data !== undefined) this.take(JSON.parse(data), /^id: (.*)$/m.exec(event)?.[1])
        }
      })
      answer.on('error', () => {}).on('close', () => this.again())
    })
    request.on('error', () => this.again())
    this.#request = request
  }

  protected cut(): void {
    this.#request?.destroy()
  }
}
