import { frameType, readFrames, statusOf } from '../../../packages/runtime/test/support/http2-frames.ts'

/** What a client reads off a connection of HTTP/2, as far as a judge needs it. */
export interface Http2Answer {
  readonly status: number
  readonly body: string
}

/** The responses in a byte stream, by stream; of header blocks only the first field is read, which is the status. */
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
