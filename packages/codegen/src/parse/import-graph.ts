import type { Resolution } from './source-files.ts'

/** Import resolutions by file. */
export type Imports = ReadonlyMap<string, ReadonlyMap<string, Resolution>>

/** `changed` and every file that imports one of them, directly or indirectly. */
export function dependentsOf(changed: Iterable<string>, imports: Imports): ReadonlySet<string> {
  const importers = importersOf(imports)
  const found = new Set(changed)
  for (const path of found) {
    for (const importer of importers.get(path) ?? []) found.add(importer)
  }
  return found
}

/** The files of `after` with an import that resolves differently in `before`. */
export function movedImporters(before: Imports, after: Imports): readonly string[] {
  return [...after].filter(([path, now]) => !isSame(before.get(path), now)).map(([path]) => path)
}

function isSame(
  before: ReadonlyMap<string, Resolution> | undefined,
  now: ReadonlyMap<string, Resolution>,
): boolean {
  if (before === undefined || before.size !== now.size) return false
  return [...now].every(([name, { module }]) => {
    const old = before.get(name)
    return old !== undefined && old.module?.resolvedFileName === module?.resolvedFileName
  })
}

function importersOf(imports: Imports): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const [path, resolutions] of imports) {
    for (const { module } of resolutions.values()) {
      if (module === undefined) continue
      const known = importers.get(module.resolvedFileName)
      if (known === undefined) importers.set(module.resolvedFileName, [path])
      else known.push(path)
    }
  }
  return importers
}
