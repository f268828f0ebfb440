import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The version of the command. */
export function readVersion(): string {
  const path = createRequire(import.meta.url).resolve('ctxgen/package.json')
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return 'unknown'
  return String(manifest.version)
}
