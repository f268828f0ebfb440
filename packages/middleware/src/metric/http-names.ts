/** Upper bounds in seconds, of OpenTelemetry's conventions for `http.server.request.duration`. */
export const usualBuckets: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'QUERY',
])

/** A method, or another name for one that only the client knows, so that clients add no series. */
export function methodOf(method: string, unknown: string): string {
  return knownMethods.has(method) ? method : unknown
}
