import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from './load-cases.ts'

/**
 * The files in which a copy of the cases differs from the original folder; empty without an original, so
 * that a plain checkout can be tested.
 */
export function copyDifferences(copy: string, original: string): string[] {
  if (!existsSync(original)) return []
  const names = new Set([...filesOf(copy), ...filesOf(original)])
  return [...names].sort().filter((name) => !sameBytes(join(copy, name), join(original, name)))
}

function filesOf(folder: string): string[] {
  const files = existsSync(join(folder, 'FORMAT.md')) ? ['FORMAT.md'] : []
  for (const kind of kinds) {
    if (!existsSync(join(folder, kind))) continue
    files.push(...readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`))
  }
  return files
}

function sameBytes(a: string, b: string): boolean {
  return existsSync(a) && existsSync(b) && readFileSync(a).equals(readFileSync(b))
}
