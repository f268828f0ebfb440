import { existsSync } from 'node:fs'
import { ts } from 'ts-morph'
import { isBelow, type Resolution } from './source-files.ts'

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
  const moved = movedImporters(before.imports, after.imports)
  return dependentsOf([...dependentsOf(changed, before.imports), ...moved], after.imports)
}

/** Whether a file can change the types of files that do not import it. */
function hasGlobals(file: ts.SourceFile): boolean {
  if (!ts.isExternalModule(file) || /\bdeclare\s+(global|module)\b/.test(file.text)) return true
  return file.typeReferenceDirectives.length + file.libReferenceDirectives.length > 0
}

/** Whether a failed lookup of an import may now succeed. @param names files and folders */
export function isLookedFor(names: readonly string[], imports: Imports): boolean {
  return lookedForIn(imports).some((path) => isNamed(path, names) && existsSync(path))
}

/** Whether a path is one of `names`, or below one. */
export function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => path === name || isBelow(name)(path))
}

/** The failed lookups of imports, except in packages. */
export function lookedForIn(imports: Imports): readonly string[] {
  const all = [...imports.values()].flatMap((found) =>
    [...found.values()].flatMap(({ lookedFor }) => lookedFor),
  )
  return all.filter(isOwn)
}

/** Whether a path is neither in a package nor one of ctxgen's virtual files. */
export function isOwn(path: string): boolean {
  return !/\/(node_modules|__ctxgen__)\//.test(path)
}

/** `changed` and every file that imports one of them, directly or indirectly. */
function dependentsOf(changed: Iterable<string>, imports: Imports): ReadonlySet<string> {
  const importers = importersOf(imports)
  const found = new Set(changed)
  for (const path of found) {
    for (const importer of importers.get(path) ?? []) found.add(importer)
  }
  return found
}

/** The files of `after` with an import that resolves differently in `before`. */
function movedImporters(before: Imports, after: Imports): readonly string[] {
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
