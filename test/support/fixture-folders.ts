import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RulePlace } from '@ctxgen/codegen'

/** The root of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url))

export interface FixtureFolder {
  readonly name: string
  /** Absolute. */
  readonly path: string
}

/**
 * The folders below fixtures/valid or fixtures/invalid, by name. Creating the folder registers the fixture.
 */
export function fixtureFolders(kind: 'valid' | 'invalid'): readonly FixtureFolder[] {
  const path = join(root, 'fixtures', kind)
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, path: join(path, name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The fixtures' own rules, for the fixtures or their copy in `folder`. */
export function fixtureRules(folder: string): Readonly<Record<string, RulePlace>> {
  const config: { readonly rules: Readonly<Record<string, RulePlace>> } = JSON.parse(
    readFileSync(join(root, 'fixtures/valid/ctxgen.config.json'), 'utf8'),
  )
  const entries = Object.entries(config.rules).map(([name, place]) => [
    name,
    typeof place === 'string' ? join(folder, place) : { ...place, from: join(folder, place.from) },
  ])
  return Object.fromEntries(entries)
}
