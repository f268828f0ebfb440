import { relative, sep } from 'node:path'

/** A path for messages: relative to `cwd`, with forward slashes. */
export function displayPath(cwd: string, path: string): string {
  return relative(cwd, path).replaceAll(sep, '/') || '.'
}
