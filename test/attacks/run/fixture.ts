import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Call } from '../app/call-routes.ts'
import type { FetchAnswer, FetchRequest } from '../app/fetch-exchange.ts'
import type { FixtureOrder, Served } from '../app/fixture-process.ts'
import type { FixtureState } from '../app/fixture-state.ts'
import { reference } from './reference.ts'

const script = fileURLToPath(new URL('../app/fixture-process.ts', import.meta.url))

/** Omitted from messages to the fixture, which get their number here. */
type Order = FixtureOrder extends infer One ? (One extends FixtureOrder ? Omit<One, 'id'> : never) : never

/** The fixture app in its own process. */
export class Fixture {
  readonly #child: ChildProcess
  readonly #served = new Map<string, Promise<Served>>()
  readonly #waiting = new Map<number, (answer: unknown) => void>()
  #lastId = 0
  #lastState: FixtureState | undefined

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
      this.#waiting.get(id)?.(answer)
      this.#waiting.delete(id)
    })
    // A pending caller learns from `isAlive` why no answer comes.
    child.on('exit', () => {
      for (const resolve of this.#waiting.values()) resolve(undefined)
      this.#waiting.clear()
    })
  }

  static async start(nodeFlags: readonly string[]): Promise<Fixture> {
    const child = fork(script, [], { execArgv: [...process.execArgv, '--expose-gc', ...nodeFlags] })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the fixture ended with code ${code} before it had started`)
    })
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    return new Fixture(child)
  }

  /** Whether the process is running. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The address of the app for a profile, or for these routes only. */
  serve(profile = 'default', routes?: readonly string[]): Promise<Served> {
    const key = JSON.stringify([profile, routes])
    const served = this.#served.get(key) ?? this.#tell<Served>({ order: 'serve', profile, routes })
    this.#served.set(key, served)
    return served
  }

  call(call: Call): Promise<unknown> {
    return this.#tell({ order: 'call', call })
  }

  watchInherited(names: readonly string[]): Promise<unknown> {
    return this.#tell({ order: 'watch', names })
  }

  fetch(served: number, request: FetchRequest): Promise<FetchAnswer | undefined> {
    return this.#tell({ order: 'fetch', served, request })
  }

  /** Its reported state; `undefined` if it does not answer. */
  async state(): Promise<FixtureState | undefined> {
    const { http } = await this.serve()
    const body = await getBody(http, '/__state', 5000)
    this.#lastState = body === undefined ? undefined : JSON.parse(body)
    return this.#lastState
  }

  /** Its last reported state: the state after one attack is the state before the next. */
  get lastState(): FixtureState | undefined {
    return this.#lastState
  }

  /** Whether it serves a new connection within a second. */
  async isAlive(port: number): Promise<boolean> {
    return (await getBody(port, '/healthz', 1000)) === 'ok'
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect()
  }

  #tell<T>(order: Order): Promise<T> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => resolve(answer as T))
      if (!this.#child.connected) this.#waiting.get(id)?.(undefined)
      else this.#child.send({ ...order, id })
    })
  }
}

async function getBody(port: number, path: string, maxMs: number): Promise<string | undefined> {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const { buf } = await reference.sendOnce(port, bytes, undefined, maxMs)
  const [answer] = reference.parse(buf).responses
  return answer?.status === 200 ? answer.body : undefined
}
