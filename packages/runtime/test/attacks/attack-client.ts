import { connect } from 'node:net'
import type { Attack } from './attack-format.ts'

/** Sends bytes as the attack's client does, and gives what came back. */
export function attackOnce(
  port: number,
  bytes: Buffer,
  { client, check }: Attack,
): Promise<{ readonly raw: Buffer; readonly ms: number }> {
  return new Promise((resolve) => {
    const started = performance.now()
    const chunks: Buffer[] = []
    let last = started
    let idle: NodeJS.Timeout | undefined
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const done = (at: number = performance.now()): void => {
      clearTimeout(limit)
      clearTimeout(idle)
      socket.destroy()
      resolve({ raw: Buffer.concat(chunks), ms: at - started })
    }
    const limit = setTimeout(done, (check.maxMs ?? 1000) + 500)
    socket.on('error', () => done())
    socket.on('close', () => done())
    socket.on('end', () => socket.end())
    if (client?.action !== 'never-read') {
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        last = performance.now()
        if (client?.action === 'destroy-after-first-byte') done()
        clearTimeout(idle)
        // A connection kept alive says nothing when it is done.
        if (client === undefined) idle = setTimeout(() => done(last), 150)
      })
    }
    socket.on('connect', () => {
      socket.write(bytes, () => {
        if (client?.action === 'destroy-after-send') setTimeout(done, 5)
        if (client?.action === 'never-read') setTimeout(done, Math.min(client.forMs ?? 0, 1000))
      })
    })
  })
}
