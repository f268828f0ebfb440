import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { atMost, type Figure, noneOf } from '../figure.ts'

const underWay = 500
const idle = 200
/** The requests take a second each; the rest is the service's own time. */
const maxMs = 10_000

/** Sends SIGTERM with pending requests and idle connections: all are answered, and the process ends. */
export async function drainFigures(child: ChildProcess, port: number): Promise<readonly Figure[]> {
  const resting = new Agent({ keepAlive: true, maxSockets: idle })
  const answered = await Promise.all(Array.from({ length: idle }, () => bodyOf(port, '/file', resting)))
  const sockets = Object.values(resting.freeSockets).flatMap((list) => list ?? [])
  let closed = 0
  for (const socket of sockets) socket.on('close', () => closed++)

  const arrived = allArrived(child)
  const answers = Array.from({ length: underWay }, () => bodyOf(port, '/slow', new Agent()))
  await arrived
  const ended = once(child, 'exit')
  const start = performance.now()
  child.kill('SIGTERM')
  const bodies = await Promise.all(answers)
  const [code, signal] = await Promise.race([ended, late()])
  const ms = performance.now() - start
  // The peers of the sockets notice a moment after the process has ended.
  await new Promise((resolve) => setTimeout(resolve, 100))
  resting.destroy()
  return [
    noneOf('idle connections that were not there', idle - Math.min(sockets.length, answered.length)),
    noneOf(`dropped of ${underWay} under way at SIGTERM`, bodies.filter((body) => body !== 'slow').length),
    noneOf(`left open of ${idle} idle`, sockets.length - closed),
    noneOf('exit code', signal === null ? Number(code) : -1),
    atMost('from SIGTERM to the end', ms, maxMs, 'ms'),
  ]
}

function allArrived(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let count = 0
    child.on('message', (message) => {
      if (message === 'slow' && ++count === underWay) resolve()
    })
  })
}

/** The body of a complete answer; empty if it is truncated or invalid. */
function bodyOf(port: number, path: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path, agent, headers: { 'X-Mark': 'drain' } }, (response) => {
      let body = ''
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text
      })
      response.on('error', () => resolve(''))
      response.on('end', () => resolve(response.complete && response.statusCode === 200 ? body : ''))
    }).on('error', () => resolve(''))
  })
}

function late(): Promise<readonly [number, string]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve([-1, 'never ended']), maxMs + 5000).unref()
  })
}
