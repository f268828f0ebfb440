import type { Ctx } from '@ctxgen/runtime'
import { answerOf } from '@ctxgen/runtime/middleware'

/** An answer that can be sent again. */
export interface RecordedAnswer {
  readonly status: number
  /** The header lines that the handlers have set, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** A text, or bytes as Base64. */
  readonly body: string
  readonly isBytes: boolean
}

/** The response headers before the handlers that are recorded. */
export type HeadersBefore = Readonly<Record<string, readonly string[]>>

/** @returns `undefined` for a stream, and for an answer that has left */
export function record(c: Ctx, before: HeadersBefore): RecordedAnswer | undefined {
  const answer = answerOf(c)
  if (answer === undefined || answer.isStream) return undefined
  const { status, body = '' } = answer
  const isBytes = typeof body !== 'string'
  const text = isBytes ? Buffer.from(body).toString('base64') : body
  return { status, headers: headersSince(c, before), isBytes, body: text }
}

/** The head of a stream, whose body is still to come; `undefined` for another answer. */
export function recordHead(c: Ctx, before: HeadersBefore): RecordedAnswer | undefined {
  const answer = answerOf(c)
  if (answer?.isStream !== true) return undefined
  return { status: answer.status, headers: headersSince(c, before), isBytes: true, body: '' }
}

function headersSince(c: Ctx, before: HeadersBefore): RecordedAnswer['headers'] {
  return Object.entries(c.getRespHeaders()).flatMap(([name, lines]) =>
    isSame(lines, before[name]) ? [] : lines.map((line) => [name, line] as const),
  )
}

/** Answers as before. Headers that this request has got already are replaced, Vary and Set-Cookie are added to. */
export function replay(c: Ctx, { status, headers, body, isBytes }: RecordedAnswer): void {
  c.status(status)
  const seen = new Set<string>()
  for (const [name, value] of headers) {
    if (name === 'vary') c.vary(...value.split(','))
    else if (name === 'set-cookie' || seen.has(name)) c.append(name, value)
    else c.set(name, value)
    seen.add(name)
  }
  c.send(isBytes ? Buffer.from(body, 'base64') : body)
}

/** Answers with the part of a replayed answer that `Range` asks for (RFC 9110 section 14.2). */
export function replayRange(c: Ctx, { body, isBytes }: RecordedAnswer): void {
  if (!isBytes && c.getRespHeader('content-type') === '') c.type('txt')
  const bytes = Buffer.from(body, isBytes ? 'base64' : 'utf8')
  c.sendStream(({ start, end }) => [bytes.subarray(start, end + 1)], bytes.length)
}

function isSame(lines: readonly string[], before: readonly string[] | undefined): boolean {
  return before?.length === lines.length && lines.every((line, i) => line === before[i])
}
