import { existsSync } from 'node:fs'
import { ts } from 'ts-morph'
import { isBelow, type Resolution, type SourceFiles } from './source-files.ts'

/** Import resolutions by file. */
export type Imports = ReadonlyMap<string, ReadonlyMap<string, Resolution>>

/** The files of a project, and their imports at that time. */
interface ImportGraph {
  readonly program: ts.Program
  readonly imports: Imports
}

/** The files whose types may differ between two programs; `undefined` for all of them. */
export function affectedFiles(before: ImportGraph, after: ImportGraph): ReadonlySet<string> | undefined {
  const [old, now] = [before, after].map(({ program }) => new Set(program.getSourceFiles()))
  const differing = [
    ...[...(old ?? [])].filter((file) => !now?.has(file)),
    ...[...(now ?? [])].filter((file) => !old?.has(file)),
  ]
  if (differing.some(hasGlobals)) return undefined
  const changed = new Set(differing.map(({ fileName }) => fileName))
  const moved = [...after.imports].filter(([path, now]) => !hasSameImports(before.imports.get(path), now))
  const importersBefore = importersOf(before.imports)
  const importersNow = importersOf(after.imports)
  return dependentsOf(
    [...dependentsOf(changed, (path) => importersBefore.get(path)), ...moved.map(([path]) => path)],
    (path) => importersNow.get(path),
  )
}

/** Whether a file can change the types of files that do not import it. */
export function hasGlobals(file: ts.SourceFile): boolean {
  if (!ts.isExternalModule(file) || /\bdeclare\s+(global|module)\b/.test(file.text)) return true
  return file.typeReferenceDirectives.length + file.libReferenceDirectives.length > 0
}

/** Whether a failed lookup of an import may now succeed. @param names files and folders */
export function isLookedFor(names: readonly string[], { lookedFor }: SourceFiles): boolean {
  return lookedFor.some((path) => isNamed(path, names) && existsSync(path))
}

/** Whether a path is one of `names`, or below one. */
export function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => path === name || isBelow(name)(path))
}

/** `changed` and every file that imports one of them, directly or indirectly. */
export function dependentsOf(
  changed: Iterable<string>,
  importers: (path: string) => Iterable<string> | undefined,
): ReadonlySet<string> {
  const found = new Set(changed)
  for (const path of found) {
    for (const importer of importers(path) ?? []) found.add(importer)
  }
  return found
}

const none: ReadonlyMap<string, Resolution> = new Map()

/** Whether a file's imports resolve as before. */
export function hasSameImports(
  before: ReadonlyMap<string, Resolution> = none,
  now: ReadonlyMap<string, Resolution> = none,
): boolean {
  if (before.size !== now.size) return false
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
