import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

/** A client's request; the path is that of {@link serve.mjs}. */
export interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The cost of one request to a server in a fresh process. */
export interface Cost {
  /** 0 without an answer. */
  readonly status: number
  /** From the first byte sent to the last received. */
  readonly wall: number
  /** Processor time of the server's main thread, independent of other load; `wall` if unknown. */
  readonly milliseconds: number
  /**
   * Growth of resident memory over the server's earlier peak; `undefined` if the system does not report it.
   */
  readonly peakBytes: number | undefined
  /** Whether the server still answers afterwards. */
  readonly survived: boolean
}

/** The heap of the server, in MB. */
export const heapLimit = 384

/** @param warm a small request like `sent`, so that lazy loading happens before. */
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

/** Timeout of an answer, in milliseconds. */
const longest = 20_000

/** A server in its own process. */
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
        // A full heap prints a long report to stderr.
        stdio: ['pipe', 'pipe', process.env['WORST_CASE_STDERR'] === undefined ? 'ignore' : 'inherit'],
      },
    )
    const [line] = await Promise.race([once(child.stdout, 'data'), exited(child)])
    return new Server(child, Number(line))
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The status of the answer; 0 after a timeout. */
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

  /** Peak resident memory; `undefined` without /proc and after the end. */
  peakBytes(): number | undefined {
    const status = readProc(`/proc/${this.#child.pid}/status`)
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  }

  /** Resets the peak to the current resident memory. */
  resetPeak(): void {
    try {
      writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5')
    } catch {
      // Otherwise it is the peak of all requests so far.
    }
  }

  /** Processor time of its main thread since the start. */
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
