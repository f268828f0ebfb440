import { request } from 'node:http'
import { connect } from 'node:net'
import type { Random } from '../random.ts'
import { bodyLimit } from './sizes.ts'

/** Uploads that never end, on connections that are opened again until `stop()`. */
export class StalledUploads {
  readonly #port: number
  readonly #random: Random
  readonly #stops: (() => void)[] = []
  #isOver = false

  constructor(port: number, random: Random) {
    this.#port = port
    this.#random = random
  }

  /** @param addresses the connections are shared out among them */
  start(connections: number, addresses: number): void {
    for (let i = 0; i < connections; i++) this.#open(`198.51.100.${i % addresses}`)
  }

  stop(): void {
    this.#isOver = true
    for (const stop of this.#stops) stop()
  }

  /** Sends all but a byte, or breaks off before. */
  #open(address: string): void {
    if (this.#isOver) return
    const isBreakingOff = this.#random.below(4) === 0
    const bytes = isBreakingOff ? this.#random.below(bodyLimit) : bodyLimit - 1
    const socket = connect(this.#port, '127.0.0.1')
    socket.write(headOf(address, bodyLimit))
    socket.write(Buffer.alloc(bytes, 'x'), () => isBreakingOff && socket.destroy())
    socket.on('error', () => {}).resume()
    socket.on('close', () => setTimeout(() => this.#open(address), 100))
    this.#stops.push(() => socket.destroy())
  }
}

function headOf(address: string, length: number): string {
  return `POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${length}\r\n\r\n`
}

/** Sends a body of another client. @returns whether it was taken, and how long that took */
export function upload(port: number, length: number): Promise<{ readonly ok: boolean; readonly ms: number }> {
  const start = performance.now()
  const headers = { 'X-Forwarded-For': '203.0.113.1', 'Content-Length': length }
  return new Promise((resolve) => {
    const end = (ok: boolean): void => resolve({ ok, ms: performance.now() - start })
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('close', () => end(response.statusCode === 200 && text === `${length}`))
    })
    sent.on('error', () => end(false))
    sent.end(Buffer.alloc(length, 'y'))
  })
}
