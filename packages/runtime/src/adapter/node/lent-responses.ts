import type { ServerResponse } from 'node:http'

const lent = new WeakSet<ServerResponse>()

/** Marks a response whose headers foreign middleware may set. */
export function markLent(res: ServerResponse): void {
  lent.add(res)
}

/** Adds the lines to a marked response: given to `writeHead`, repeated names would replace each other. */
export function moveLines(res: ServerResponse, lines: string[]): string[] {
  if (!lent.has(res)) return lines
  for (let i = 0; i < lines.length; i += 2) res.removeHeader(lines[i] ?? '')
  for (let i = 0; i < lines.length; i += 2) res.appendHeader(lines[i] ?? '', lines[i + 1] ?? '')
  return []
}
