import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root: string = fileURLToPath(new URL('..', import.meta.url))

export interface FixtureFolder {
  readonly name: string
  /** Absolute. */
  readonly path: string
}

/** The folders below fixtures/valid or fixtures/invalid, by name. A fixture is there by being there. */
export function fixtureFolders(kind: 'valid' | 'invalid'): readonly FixtureFolder[] {
  const path = join(root, 'fixtures', kind)
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, path: join(path, name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
