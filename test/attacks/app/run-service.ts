import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Whether a service of its own process did as it should, and what it did. */
export interface ServiceResult {
  readonly ok: boolean
  readonly report: string
}

type Run = (args: readonly string[]) => Promise<ServiceResult>

const runs: Readonly<Record<'emfile' | 'sigterm-twice' | 'sigterm-drain', Run>> = {
  emfile: starve,
  'sigterm-twice': () => overBoth(killTwice),
  'sigterm-drain': (args) => overBoth((protocol) => drain(args, protocol)),
}

/** Runs a scene that needs a process of its own. */
export function runService(name: keyof typeof runs, args: readonly string[]): Promise<ServiceResult> {
  return runs[name](args)
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** A service with few file descriptors: fails while there are none, and works again after. */
async function starve([folder = '']: readonly string[]): Promise<ServiceResult> {
  const command = 'ulimit -n 64; exec "$0" "$@"'
  const child = fork(script('starved-service.mjs'), [folder], {
    execPath: '/bin/sh',
    execArgv: ['-c', command, process.execPath],
  })
  const [[message]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  const { starved, recovered } = message as Record<'starved' | 'recovered', readonly number[]>
  const ok =
    starved.every((status) => status === 500 || status === 503) && recovered.every((status) => status === 200)
  return { ok, report: `starved ${starved.join()}, then ${recovered.join()}` }
}

interface SlowService {
  readonly child: ChildProcess
  readonly port: number
}

type Protocol = 'http' | 'h2c'

/** What holds over one protocol has to hold over the other. */
async function overBoth(run: (protocol: Protocol) => Promise<ServiceResult>): Promise<ServiceResult> {
  const [http, h2c] = await Promise.all([run('http'), run('h2c')])
  return { ok: http.ok && h2c.ok, report: `${http.report}; over HTTP/2: ${h2c.report}` }
}

async function startSlow(ms: number, protocol: Protocol): Promise<SlowService> {
  const child = fork(script('slow-service.mjs'), [String(ms), protocol], { execArgv: [] })
  const [message] = await once(child, 'message')
  return { child, port: Number(message) }
}

/** A request under way and two signals: the first one drains, the second one ends the process at once. */
async function killTwice(protocol: Protocol): Promise<ServiceResult> {
  const { child, port } = await startSlow(60_000, protocol)
  void statusOf(port, protocol)
  await once(child, 'message')
  child.kill('SIGTERM')
  await untilRefused(port)
  const drains = child.exitCode === null && child.signalCode === null
  const start = performance.now()
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  const ms = performance.now() - start
  const ok = drains && signal === 'SIGTERM' && ms < 1000
  return { ok, report: `drained ${drains}, then code ${code}, signal ${signal}` }
}

/** Requests under way when the signal comes: each is answered, and the process ends by itself, well. */
async function drain(
  [count = '20', ms = '300']: readonly string[],
  protocol: Protocol,
): Promise<ServiceResult> {
  const { child, port } = await startSlow(Math.min(Number(ms), 1000), protocol)
  const requests = Math.min(Number(count), 200)
  const arrived = new Promise<void>((resolve) => {
    let count = 0
    child.on('message', () => ++count === requests && resolve())
  })
  const answers = Array.from({ length: requests }, () => statusOf(port, protocol))
  await arrived
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const statuses = await Promise.all(answers)
  const [code] = await ended
  const dropped = statuses.filter((status) => status !== 200).length
  return { ok: dropped === 0 && code === 0, report: `${dropped} of ${requests} dropped, code ${code}` }
}

function statusOf(port: number, protocol: Protocol): Promise<number> {
  return new Promise((resolve) => {
    if (protocol === 'h2c') {
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      session.on('error', () => resolve(0))
      const stream = session.request({ ':path': '/' })
      stream.on('response', (headers) => resolve(headers[':status'] ?? 0))
      stream.on('error', () => resolve(0))
      stream.resume().on('close', () => session.close())
      return
    }
    get({ port, host: '127.0.0.1', agent: false }, (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', () => resolve(0))
  })
}

async function untilRefused(port: number): Promise<void> {
  for (let refused = false; !refused; ) {
    refused = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(false)
      })
      socket.on('error', () => resolve(true))
    })
    await sleep(5)
  }
}
