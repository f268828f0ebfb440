import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoomEvent } from '../../../fixtures/valid/channels/dto.bind.ts'
import type { Random } from '../random.ts'
import { SocketClient } from './socket-client.ts'

/** The observations of all listeners. */
export interface Heard {
  bySockets: number
  byStreams: number
  connections: number
  /** Messages of their own that sockets have heard. */
  echoes: number
  /** Gaps that the service reported. */
  gaps: number
  readonly wrong: string[]
  /** Connections that failed. */
  readonly failed: string[]
}

/** The longest wait for a message of one's own, in ms. */
const echoMs = 60_000

/** A client that connects again and again, and compares the numbers of the messages. */
export class Listener {
  readonly #url: string
  readonly #name: string
  readonly #random: Random
  readonly #heard: Heard
  #last: { readonly n: number; readonly id: string } | undefined
  #awaited: { readonly text: string; readonly resolve: () => void } | undefined

  constructor(url: string, name: string, random: Random, heard: Heard) {
    this.#url = url
    this.#name = name
    this.#random = random
    this.#heard = heard
  }

  /** @param end of the clock of `performance` */
  async run(isSocket: boolean, end: number): Promise<void> {
    for (let i = 0; performance.now() < end; i++) {
      this.#heard.connections++
      try {
        await (isSocket ? this.#bySocket(`${this.#name}-${i}`) : this.#byStream())
      } catch (error) {
        this.#heard.failed.push(`${this.#name}: ${error}`)
      }
      // At most a fifth of what the log keeps.
      await sleep(this.#random.below(2000))
    }
  }

  /** Takes messages for a while, and one of its own. Leaves by a close, or cuts the connection. */
  async #bySocket(text: string): Promise<void> {
    const query = new URLSearchParams({ as: this.#name, since: this.#last?.id ?? '' })
    const socket = await SocketClient.open(`${this.#url}/live?${query}`, (data) => {
      this.#heard.bySockets++
      this.#take(JSON.parse(data))
    })
    const echo = new Promise<void>((resolve) => {
      this.#awaited = { text, resolve }
    })
    socket.send(JSON.stringify({ type: 'say', text }))
    await Promise.race([echo, socket.closed, sleep(echoMs, undefined, { ref: false })])
    if (this.#awaited === undefined) this.#heard.echoes++
    else this.#heard.wrong.push(`${text} was not heard`)
    await Promise.race([sleep(this.#random.below(5000)), socket.closed])
    if (this.#random.below(2) === 0) socket.close()
    else socket.cut()
    await socket.closed
  }

  /** Takes events for a while; some clients do not read for some of it. */
  async #byStream(): Promise<void> {
    const headers = this.#last === undefined ? {} : { 'Last-Event-ID': this.#last.id }
    const request = get(`${this.#url}/live/events`, { headers })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    if (response.statusCode !== 200) throw new Error(`a stream is answered with ${response.statusCode}`)
    let text = ''
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data === undefined) continue
        this.#heard.byStreams++
        this.#take(JSON.parse(data))
      }
    })
    if (this.#random.below(10) === 0) {
      response.pause()
      await sleep(3000)
      response.resume()
    }
    await sleep(this.#random.below(5000))
    response.destroy()
  }

  #take(event: RoomEvent): void {
    if (event.event === 'missed') {
      this.#heard.gaps++
      this.#last = undefined
    }
    if (event.event !== 'said') return
    const { n, id = '', text } = event
    if (this.#last !== undefined && n !== this.#last.n + 1)
      this.#heard.wrong.push(`${this.#name}: ${n} after ${this.#last.n}`)
    this.#last = { n, id }
    if (this.#awaited?.text !== text) return
    this.#awaited.resolve()
    this.#awaited = undefined
  }
}
