import { frameType, readFrames, statusOf } from '../../../packages/runtime/test/support/http2-frames.ts'

/** The parts of an HTTP/2 connection that a judge needs. */
export interface Http2Answer {
  readonly status: number
  readonly body: string
}

/** The responses in a byte stream, by stream; only the first field of a header block is read, the status. */
export function http2Answers(bytes: Buffer): Http2Answer[] {
  const answers = new Map<number, { status: number; body: string }>()
  for (const { type, stream, payload } of readFrames(bytes).frames) {
    if (type === frameType.headers && !answers.has(stream))
      answers.set(stream, { status: statusOf(payload), body: '' })
    const answer = answers.get(stream)
    if (type === frameType.data && answer !== undefined) answer.body += payload.toString('utf8')
  }
  return [...answers.values()]
}
