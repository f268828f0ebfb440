import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../random.ts'
import { kinds, makeRequest, type SoakRequest } from './requests.ts'

/** The clients' observations. */
export interface Seen {
  readonly byKind: Map<string, number>
  readonly aborted: Record<Phase, number>
  readonly wrong: string[]
  requests: number
}

/** The moment of an abort: while sending, before the answer begins, or before it ends. */
const phases = ['sending', 'waiting', 'reading'] as const
type Phase = (typeof phases)[number]
/** The number of requests in a hundred that are aborted in each phase. */
const abortedPercent = 6
/** The first failures show the cause. */
const maxShown = 20

/** This many connections at once, each sending request after request, until time is up. */
export class Clients {
  readonly seen: Seen = {
    byKind: new Map(),
    aborted: { sending: 0, waiting: 0, reading: 0 },
    wrong: [],
    requests: 0,
  }
  readonly #port: number
  readonly #random: Random
  readonly #onFailure: (failure: string) => void
  #lastMark = 0

  /** @param onFailure receives the first failures as they occur. */
  constructor(port: number, seed: number, onFailure: (failure: string) => void = () => {}) {
    this.#port = port
    this.#onFailure = onFailure
    this.#random = new Random(seed)
  }

  async run(connections: number, ms: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    const end = performance.now() + ms
    const loops = Array.from({ length: connections }, () => this.#loop(agent, end))
    await Promise.all(loops)
    agent.destroy()
  }

  async #loop(agent: Agent, end: number): Promise<void> {
    while (performance.now() < end) {
      const made = this.#next()
      const phase = phases[Math.floor(this.#random.below(100) / abortedPercent)]
      this.seen.requests++
      if (phase !== undefined) this.seen.aborted[phase]++
      this.seen.byKind.set(made.kind, (this.seen.byKind.get(made.kind) ?? 0) + 1)
      const failure =
        phase === 'sending' ? await this.#sendHalf(made) : await exchange(this.#port, agent, made, phase)
      if (failure !== undefined) this.#note(`${made.kind}: ${failure}`)
    }
  }

  #note(failure: string): void {
    this.seen.wrong.push(failure)
    if (this.seen.wrong.length <= maxShown) this.#onFailure(failure)
  }

  #next(): SoakRequest {
    const mark = `m${++this.#lastMark}`
    return makeRequest(this.#random.pick(kinds), mark, this.#random.below(1_000_000))
  }

  /** Sends half of the bytes and cuts the connection; no answer is due. */
  #sendHalf({ method, path, headers, body }: SoakRequest): Promise<undefined> {
    const lines = Object.entries({ Host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    const whole = body === undefined ? head : Buffer.concat([head, body])
    // From the first byte to all but the last.
    const bytes = whole.subarray(0, 1 + this.#random.below(whole.length - 1))
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => {
        socket.write(bytes, () => {
          socket.destroy()
        })
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(undefined))
    })
  }
}

/** Sends a request and checks its answer; an aborted request has none to check. */
function exchange(
  port: number,
  agent: Agent,
  made: SoakRequest,
  aborted: Phase | undefined,
): Promise<string | undefined> {
  const { method, path, headers, body } = made
  return new Promise((resolve) => {
    let isAnswered = false
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      isAnswered = true
      if (aborted === 'reading') {
        response.once('data', () => sent.destroy())
        response.on('error', () => {}).on('close', () => resolve(undefined))
        return
      }
      // The answer to an aborted request may have begun before the abort.
      read(response, made).then((failure) => resolve(aborted === undefined ? failure : undefined))
    })
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within a minute')))
    sent.on('error', (error) => {
      if (!isAnswered) resolve(aborted === undefined ? error.message : undefined)
    })
    sent.on('close', () => {
      if (!isAnswered) resolve(aborted === undefined ? 'closed without an answer' : undefined)
    })
    sent.end(body)
    if (aborted === 'waiting') {
      sent.on('finish', async () => {
        await sleep(1)
        sent.destroy()
      })
    }
  })
}

async function read(
  response: IncomingMessage,
  { status, headers, isRight }: SoakRequest,
): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk)
  } catch (error) {
    return `the answer broke off: ${error}`
  }
  const body = Buffer.concat(chunks)
  if (response.statusCode !== status) return `status ${response.statusCode}`
  if (response.headers['x-mark'] !== headers['X-Mark'])
    return `the mark of another request: ${response.headers['x-mark']}`
  return isRight(body) ? undefined : `wrong body: ${body.subarray(0, 200)}`
}
