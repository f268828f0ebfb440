import { isHeaderName } from './header-lines.ts'

/** Whether a body follows (RFC 9112 section 6.3). Looks at the lines as they came: no header object is made. */
export function announcesBody(lines: readonly string[]): boolean {
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (isHeaderName(name, 'content-length')) return lines[i + 1] !== '0'
    if (isHeaderName(name, 'transfer-encoding')) return true
  }
  return false
}
