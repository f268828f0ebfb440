import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The served folder. */
export const root = fileURLToPath(new URL('../dist/files/', import.meta.url))

/** Bytes by file name. */
export const contents = {
  'small.html': textOf(1024),
  'middle.js': textOf(64 * 1024),
  'large.bin': textOf(1024 * 1024),
}

export function writeContents() {
  mkdirSync(root, { recursive: true })
  for (const [name, bytes] of Object.entries(contents)) writeFileSync(root + name, bytes)
}

function textOf(size) {
  return Buffer.alloc(size, 'The quick brown fox jumps over the lazy dog. 0123456789\n')
}
