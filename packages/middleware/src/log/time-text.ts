let lastSecond = Number.NaN
let start = ''

/** Now, as RFC 3339 writes it. The date is formatted once in a second. */
export function timeText(): string {
  const now = Date.now()
  const ms = now % 1000
  if (now - ms !== lastSecond) {
    lastSecond = now - ms
    start = new Date(now).toISOString().slice(0, -4)
  }
  return `${start}${String(ms).padStart(3, '0')}Z`
}
