import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { selfSigned } from '../../../packages/runtime/test/support/self-signed.ts'
import type { ClientResponse } from '../../conformance/client-response.ts'
import { RawConnection } from '../../conformance/raw-client.ts'
import { requestBytes, wireRequest } from '../../conformance/request-bytes.ts'
import type { Host } from './hosts.ts'
import { type ServerCall, serverCalls } from './server-calls.ts'
import { startWorkerd } from './workerd.ts'

/** The answers of a server, by the name of the call. */
export type Answers = ReadonlyMap<string, string>

/** How `app.listen()` behaves apart from single answers, by what is tried. */
export const behaviours: Readonly<Record<string, string>> = {
  'a port in use': 'EADDRINUSE',
  TLS: '200 hello from example.com over https',
  'a slow handler behind a short keepAliveTimeout': '200 at last',
  'shutdown() while a request is under way':
    '200 the last one, then the server says closed and the process ends with 0',
  'the deadline of shutdown()': 'then the server says cut and the process ends with 0',
}

const patience = 20_000

/** Asks the server that `app.listen()` opens, then has it shut down. */
export async function askListening(host: Host, project: string): Promise<Answers> {
  const server = await start(host, project, 'listen.ts')
  try {
    const answers = await ask(server.port)
    const found = [
      server.lines[1] ?? '',
      await overTls(host, project),
      await get(server.port, '/slow'),
      await shutDown(server),
      await atDeadline(host, project),
    ]
    for (const [i, name] of Object.keys(behaviours).entries()) answers.set(name, found[i] ?? '')
    return answers
  } finally {
    server.child.kill()
  }
}

/** Asks the server that a runtime has itself, with `app.fetch()` behind it. */
export async function askOwnServer(host: Host, script: string, project: string): Promise<Answers> {
  const { child, port } = await start(host, project, script)
  try {
    return await ask(port)
  } finally {
    child.kill()
  }
}

/** Asks a worker of Cloudflare's runtime. */
export async function askWorkerd(bundle: string): Promise<Answers> {
  const workerd = startWorkerd(bundle)
  try {
    const answers = await ask(Number((await workerd.ready).port))
    // It ends the response in order when its stream fails, and so the client cannot tell.
    for (const { name, breaksOff, badHost } of serverCalls) {
      if ((breaksOff === true || badHost === true) && answers.delete(name))
        console.log(`not applicable: ${name}`)
    }
    return answers
  } finally {
    await workerd.dispose()
  }
}

interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly lines: string[]
}

async function start(
  { command, options }: Host,
  project: string,
  script: string,
  ...args: readonly string[]
): Promise<Server> {
  const child = spawn(command, [...options, join(project, 'src', script), ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
  const signal = AbortSignal.timeout(patience)
  await Promise.race([once(reader, 'line', { signal }), once(child, 'exit')])
  if (lines[0] === undefined) throw new Error(`${script} ended before it listened`)
  return { child, port: Number(new URL(lines[0]).port), lines }
}

async function ask(port: number): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const call of serverCalls) {
    // One for each: when a server lets go of one whose body it has refused, is its own affair.
    const connection = await RawConnection.open(port, false)
    answers.set(call.name, describe(call, await send(connection, call.request)))
    connection.destroy()
  }
  return answers
}

function send(connection: RawConnection, request: ServerCall['request']): Promise<ClientResponse> {
  const wire = wireRequest(request, () => '')
  return connection.exchange(requestBytes(wire, '1.1'), wire.method)
}

async function get(port: number, target: string, tls = false): Promise<string> {
  const connection = await RawConnection.open(port, tls)
  const { status, body } = await send(connection, { target })
  connection.destroy()
  return `${status} ${body}`
}

async function overTls(host: Host, project: string): Promise<string> {
  const { key, cert } = selfSigned()
  writeFileSync(join(project, 'key.pem'), key)
  writeFileSync(join(project, 'cert.pem'), cert)
  const { child, port } = await start(host, project, 'listen.ts', 'tls')
  try {
    return await get(port, '/text', true)
  } finally {
    child.kill()
  }
}

/** One connection stays open without a request, as browsers have them, another with the beginning of one. */
async function shutDown({ child, port, lines }: Server): Promise<string> {
  const idle = await RawConnection.open(port, false)
  const partial = connect(port, '127.0.0.1').on('error', () => undefined)
  partial.write('GET / HT')
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(patience) })
  const answer = await get(port, '/shutdown')
  const [code] = await ended
  idle.destroy()
  partial.destroy()
  return `${answer}, then the server says ${lines.at(-1)} and the process ends with ${code}`
}

async function atDeadline(host: Host, project: string): Promise<string> {
  const { child, port, lines } = await start(host, project, 'listen.ts')
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(patience) })
  void get(port, '/deadline')
  const [code] = await ended
  return `then the server says ${lines.at(-1)} and the process ends with ${code}`
}

/** The headers that an app sets, not those of the server around it. */
const compared = ['content-type', 'set-cookie', 'location', 'allow']

function describe({ request, breaksOff }: ServerCall, response: ClientResponse): string {
  const { status, headers, body, ending } = response
  // How much of it has come by then is up to the server.
  if (breaksOff === true) return `${status}, ${ending}`
  const names = request.method === 'HEAD' ? [...compared, 'content-length'] : compared
  const lines = headers.filter(([name]) => names.includes(name)).map((line) => line.join(': '))
  return [`${status}, ${ending}`, ...lines.sort(), body.toString('latin1')].join('\n')
}
