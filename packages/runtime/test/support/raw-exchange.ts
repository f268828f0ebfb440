import { connect } from 'node:net'

/** Sends bytes over one connection and returns all bytes until the server closes, or time is up. */
export function rawExchange(port: number, bytes: string | Buffer, waitMs: number = 1500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(done, waitMs)
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('close', done)
    socket.on('error', done)
    socket.write(bytes)
  })
}

/** The number of responses in a raw answer. */
export function responseCount(answer: string): number {
  return answer.split('HTTP/1.1 ').length - 1
}
