import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

/** What a client sends; the path is that of {@link serve.mjs}. */
export interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** What one request cost a server in a fresh process. */
export interface Cost {
  /** 0 when there was no answer. */
  readonly status: number
  /** From the first byte sent to the last received. */
  readonly wall: number
  /** What the main thread of the server worked, which other work on the machine does not lengthen; `wall` where nobody tells. */
  readonly milliseconds: number
  /** Of resident memory, above what the server had needed before; `undefined` where the system does not tell. */
  readonly peakBytes: number | undefined
  /** Whether the server answers afterwards. */
  readonly survived: boolean
}

/** The heap of the server, in MB. */
export const heapLimit = 384

/** @param warm a small request like `sent`, so that what is loaded once is loaded before. */
export async function costOf(sent: Sent, warm: Sent, modulePath: string): Promise<Cost> {
  const server = await Server.start(modulePath)
  try {
    await server.send(warm)
    const before = server.peakBytes()
    const worked = server.workedMilliseconds()
    const start = performance.now()
    const status = await server.send(sent)
    const wall = performance.now() - start
    const milliseconds = (server.workedMilliseconds() ?? Number.NaN) - (worked ?? Number.NaN)
    const after = server.peakBytes()
    const peakBytes = before === undefined || after === undefined ? undefined : after - before
    const survived = status !== 0 && (await server.send(warm)) !== 0
    return {
      status,
      wall,
      milliseconds: Number.isNaN(milliseconds) ? wall : milliseconds,
      peakBytes,
      survived,
    }
  } finally {
    await server.stop()
  }
}

/** Milliseconds after which nobody waits for an answer. */
const longest = 20_000

/** A server in a process of its own. */
export class Server {
  readonly #child: ChildProcess
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.#port = port
  }

  static async start(modulePath: string, flags: readonly string[] = [], settings = {}): Promise<Server> {
    const script = fileURLToPath(new URL('serve.mjs', import.meta.url))
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapLimit}`, ...flags, script, modulePath, JSON.stringify(settings)],
      {
        // A heap that runs full says so on stderr at length.
        stdio: ['pipe', 'pipe', process.env['WORST_CASE_STDERR'] === undefined ? 'ignore' : 'inherit'],
      },
    )
    const [line] = await Promise.race([once(child.stdout, 'data'), exited(child)])
    return new Server(child, Number(line))
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The status of the answer; 0 when there is none in time. */
  send({ path, headers, body }: Sent): Promise<number> {
    return new Promise((resolve) => {
      const req = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          headers,
          agent: this.#agent,
          timeout: longest,
        },
        (res) => {
          res.resume()
          res.on('end', () => resolve(res.statusCode ?? 0))
          res.on('error', () => resolve(0))
        },
      )
      req.on('timeout', () => req.destroy())
      req.on('error', () => resolve(0))
      req.end(body)
    })
  }

  /** The most memory that was resident at any time; `undefined` where there is no /proc, and after the end. */
  peakBytes(): number | undefined {
    const status = readProc(`/proc/${this.#child.pid}/status`)
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  }

  /** Has the peak begin again at what is resident now. */
  resetPeak(): void {
    try {
      writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5')
    } catch {
      // Then it is that of all requests so far.
    }
  }

  /** What its main thread has worked since it started. */
  workedMilliseconds(): number | undefined {
    const { pid } = this.#child
    const nanoseconds = readProc(`/proc/${pid}/task/${pid}/schedstat`)?.split(' ')[0]
    return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e6
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    if (!this.isAlive) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}

async function exited(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the server ended before it listened (${code})`)
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
