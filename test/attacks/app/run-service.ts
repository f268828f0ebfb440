import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Whether a service in its own process behaved, and what it did. */
export interface ServiceResult {
  readonly ok: boolean
  readonly report: string
}

type Run = (args: readonly string[]) => Promise<ServiceResult>

const runs = {
  emfile: starve,
  'full-disk': fillDisk,
  'port-in-use': takePort,
  'sigterm-twice': () => overBoth(killTwice),
  'sigterm-drain': (args) => overBoth((protocol) => drain(args, protocol)),
  'sigterm-idle': drainIdle,
} as const satisfies Readonly<Record<string, Run>>

/** Runs a scene that needs its own process. */
export function runService(name: keyof typeof runs, args: readonly string[]): Promise<ServiceResult> {
  return runs[name](args)
}

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** A service with few file descriptors: fails while none are left, and recovers afterwards. */
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

/**
 * The disk fills up during an upload: the old file stays, nothing else remains, and the next upload works.
 */
async function fillDisk(): Promise<ServiceResult> {
  const child = fork(script('full-disk-service.mjs'), [], { execArgv: [] })
  const [[message]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  const { full, isKept, others, recovered, isSaved, descriptors } = message as FullDiskReport
  const isRefused = full === 500 || full === 507
  const ok = isRefused && isKept && others === 0 && recovered === 200 && isSaved && descriptors <= 0
  return { ok, report: JSON.stringify(message) }
}

interface FullDiskReport {
  readonly full: number
  readonly isKept: boolean
  readonly others: number
  readonly recovered: number
  readonly isSaved: boolean
  readonly descriptors: number
}

/** A port already in use: the process reports it and exits at once. */
async function takePort(): Promise<ServiceResult> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const child = fork(script('slow-service.mjs'), ['1', 'http', String(port)], { execArgv: [], silent: true })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  other.close()
  const ok = code === 1 && said.includes('EADDRINUSE') && said.includes(String(port))
  return { ok, report: `code ${code}, signal ${signal}: ${said.slice(0, 300)}` }
}

interface SlowService {
  readonly child: ChildProcess
  readonly port: number
}

type Protocol = 'http' | 'h2c'

/** A rule of one protocol applies to the other. */
async function overBoth(run: (protocol: Protocol) => Promise<ServiceResult>): Promise<ServiceResult> {
  const [http, h2c] = await Promise.all([run('http'), run('h2c')])
  return { ok: http.ok && h2c.ok, report: `${http.report}; over HTTP/2: ${h2c.report}` }
}

async function startSlow(ms: number, protocol: Protocol): Promise<SlowService> {
  const child = fork(script('slow-service.mjs'), [String(ms), protocol], { execArgv: [] })
  const [message] = await once(child, 'message')
  return { child, port: Number(message) }
}

/** A pending request and two signals: the first drains, the second ends the process at once. */
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

/** Requests pending at the signal: each is answered, and the process exits normally. */
async function drain(
  [count = '20', ms = '300']: readonly string[],
  protocol: Protocol,
): Promise<ServiceResult> {
  const { child, port } = await startSlow(Math.min(Number(ms), 1000), protocol)
  const requests = Math.min(Number(count), 200)
  const arrived = heard(child, requests)
  const answers = Array.from({ length: requests }, () => statusOf(port, protocol))
  await arrived
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const statuses = await Promise.all(answers)
  const [code] = await ended
  const dropped = statuses.filter((status) => status !== 200).length
  return { ok: dropped === 0 && code === 0, report: `${dropped} of ${requests} dropped, code ${code}` }
}

/** Idle keep-alive connections delay nothing, and no request is dropped. */
async function drainIdle([idle = '50', underWay = '20']: readonly string[]): Promise<ServiceResult> {
  const { child, port } = await startSlow(200, 'http')
  const sockets = await Promise.all(
    Array.from({ length: Math.min(Number(idle), 200) }, () => idleSocket(port)),
  )
  let open = sockets.length
  for (const socket of sockets) socket.on('close', () => open--)
  const requests = Math.min(Number(underWay), 200)
  const arrived = heard(child, requests)
  const answers = Array.from({ length: requests }, () => statusOf(port, 'http'))
  await arrived
  const ended = once(child, 'exit')
  const start = performance.now()
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  const statuses = await Promise.all(answers)
  const [code] = await ended
  clearTimeout(timer)
  const ms = Math.round(performance.now() - start)
  await sleep(50)
  for (const socket of sockets) socket.destroy()
  const dropped = statuses.filter((status) => status !== 200).length
  // Idle connections may otherwise stay open for 5 s.
  const ok = dropped === 0 && open === 0 && code === 0 && ms < 3000
  return { ok, report: `${dropped} of ${requests} dropped, ${open} idle left, code ${code} after ${ms} ms` }
}

/** A keep-alive connection after its first answer. */
async function idleSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /idle HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  return socket.resume()
}

/** Waits until the service has reported that many requests. */
function heard(child: ChildProcess, times: number): Promise<void> {
  return new Promise((resolve) => {
    let count = 0
    child.on('message', (path) => path === '/' && ++count === times && resolve())
  })
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
