import type { Http2Session, ServerHttp2Stream } from 'node:http2'

const timeouts = new WeakMap<object, number>()

// Node's for HTTP/1, which a server that somebody else made has as well.
const defaultMs = 300_000
// More than this a timer takes for no time at all.
const longestMs = 2 ** 31 - 1

/** Gives a session the time that its requests have to arrive; node has none for HTTP/2. */
export function setRequestTimeout(session: Http2Session, ms: number): void {
  timeouts.set(session, ms)
}

/** Calls back when time is up, unless it has no end (0, as in node). @returns calls it off */
export function startDeadline(stream: ServerHttp2Stream, atDeadline: () => void): () => void {
  const { session } = stream
  const ms = (session && timeouts.get(session)) ?? defaultMs
  if (ms === 0) return () => {}
  const timer = setTimeout(atDeadline, Math.min(ms, longestMs))
  return () => clearTimeout(timer)
}
