let lastTime = Number.NaN
let lastText = ''

/** Now, as RFC 3339 writes it. Formatted once in a millisecond. */
export function timeText(): string {
  const now = Date.now()
  if (now !== lastTime) {
    lastTime = now
    lastText = new Date(now).toISOString()
  }
  return lastText
}
