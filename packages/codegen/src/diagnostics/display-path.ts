import { relative, sep } from 'node:path'

/** A path as messages show it: relative to the working directory, with forward slashes. */
export function displayPath(cwd: string, path: string): string {
  return relative(cwd, path).replaceAll(sep, '/') || '.'
}
