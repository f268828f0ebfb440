import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { reference } from './reference.ts'

/** What the fixture says of itself. */
export interface FixtureState {
  readonly uncaught: number
  readonly polluted: boolean
  readonly hits: Readonly<Record<string, number>>
  readonly rssMb: number
  readonly fds: number
  readonly tmpFiles: number
}

/** The fixture app in a process of its own. */
export class Fixture {
  readonly #child: ChildProcess
  readonly #ports: Readonly<Record<string, number>>

  private constructor(child: ChildProcess, ports: Readonly<Record<string, number>>) {
    this.#child = child
    this.#ports = ports
  }

  static async start(): Promise<Fixture> {
    const script = fileURLToPath(new URL('./fixture-process.ts', import.meta.url))
    const child = fork(script, [], { execArgv: ['--expose-gc', '--import', 'tsx'] })
    const { ports } = await messageOf(child, 'ready')
    return new Fixture(child, ports ?? {})
  }

  port(name: string): number {
    return this.#ports[name] ?? 0
  }

  /** Serves an app of these routes and says where. */
  async routes(id: string, routes: readonly string[]): Promise<number> {
    const answer = messageOf(this.#child, id)
    this.#child.send({ id, routes })
    return (await answer).port ?? 0
  }

  async state(): Promise<FixtureState> {
    return JSON.parse(await this.#get(this.port('http'), '/__state'))
  }

  /** Whether a new connection is served within a second. */
  async isAlive(port: number): Promise<boolean> {
    return (await this.#get(port, '/healthz')) === 'ok'
  }

  stop(): void {
    this.#child.disconnect()
  }

  async #get(port: number, path: string): Promise<string> {
    const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const { buf } = await reference.sendOnce(port, bytes, undefined, 1000)
    return reference.parse(buf).responses[0]?.body ?? ''
  }
}

interface Message {
  readonly id: string
  readonly ports?: Readonly<Record<string, number>>
  readonly port?: number
}

function messageOf(child: ChildProcess, id: string): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: Message): void => {
      if (message.id !== id) return
      child.off('message', onMessage)
      resolve(message)
    }
    child.on('message', onMessage)
    child.once('exit', (code) => reject(new Error(`the fixture ended with code ${code}`)))
  })
}
