import { relative, sep } from 'node:path'
import { printable } from './printable.ts'

/** A path as a person reads it: relative to the working directory, with forward slashes. */
export function displayPath(cwd: string, path: string): string {
  return printable(relative(cwd, path).replaceAll(sep, '/') || '.')
}
