import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FixtureFile } from './case-types.ts'

/** Writes the `files` of a case below a folder. */
export function writeFixtures(folder: string, files: Readonly<Record<string, FixtureFile>>): void {
  for (const [name, file] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contentOf(file))
    if (typeof file !== 'string' && file.mtime !== undefined) {
      const time = new Date(file.mtime)
      utimesSync(path, time, time)
    }
  }
}

function contentOf(file: FixtureFile): Uint8Array {
  if (typeof file === 'string') return Buffer.from(file)
  if (file.repeat !== undefined) return Buffer.from(file.repeat[0].repeat(file.repeat[1]))
  if (file.base64 !== undefined) return Buffer.from(file.base64, 'base64')
  if (file.hex !== undefined) return Buffer.from(file.hex, 'hex')
  return Buffer.from(file.text ?? '')
}
