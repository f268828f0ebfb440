import type { Http2Session, ServerHttp2Stream } from 'node:http2'

const timeouts = new WeakMap<object, number>()

// Node's default for HTTP/1, also for servers created elsewhere.
const defaultMs = 300_000
// A timer treats a longer delay as 0.
const longestMs = 2 ** 31 - 1

/** Sets the time for the requests of a session to arrive; node has no such time-out for HTTP/2. */
export function setRequestTimeout(session: Http2Session, ms: number): void {
  timeouts.set(session, ms)
}

/** Calls back at the deadline, unless there is none (0, as in node). @returns a function that cancels it. */
export function startDeadline(stream: ServerHttp2Stream, atDeadline: () => void): () => void {
  const { session } = stream
  const ms = (session && timeouts.get(session)) ?? defaultMs
  if (ms === 0) return () => {}
  const timer = setTimeout(atDeadline, Math.min(ms, longestMs))
  // The connection holds the process, and a stream that was closed already holds nothing.
  timer.unref()
  return () => clearTimeout(timer)
}
