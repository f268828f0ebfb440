import { basename } from 'node:path'
import { ts } from 'ts-morph'
import type { Disk } from '../../disk/recorded-disk.ts'
import { isOutputName } from '../../input/output-path.ts'
import { failedLookups } from '../../parse/project/failed-lookups.ts'
import { isNamed } from '../../parse/project/import-graph.ts'
import { isOwn, isStackOverflow, slashed } from '../../parse/project/source-files.ts'

/** A module of an app, parsed on demand. */
interface ReadModule {
  readonly text: string
  file: ts.SourceFile | undefined
  /** Paths of imported modules, by the text of the import. */
  imports: ReadonlyMap<string, string> | undefined
}

interface ModuleHost {
  readonly disk: Disk
  readonly optionsOf: (path: string) => ts.CompilerOptions
}

const specifier = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])([^'"\n]+)\1/g

/**
 * The modules that an app imports, without their types: parsing them takes a twentieth of the time of the type checker. Only
 * those of the project are read, and no generated ones.
 */
export class AppModules {
  readonly #host: ModuleHost
  readonly #modules = new Map<string, ReadModule | undefined>()
  readonly #missing = new Map<string, readonly string[]>()

  constructor(host: ModuleHost) {
    this.#host = host
  }

  /** The modules that were read, and failed lookups. */
  get dependencies(): { readonly files: readonly string[]; readonly missing: readonly string[] } {
    const paths = [...this.#modules]
    return {
      files: paths.flatMap(([path, module]) => (module === undefined ? [] : [path])),
      missing: [
        ...paths.flatMap(([path, module]) => (module === undefined ? [path] : [])),
        ...[...this.#missing.values()].flat().filter(isOwn),
      ],
    }
  }

  /**
   * Forgets what has changed.
   *
   * @param names files and folders, in the compiler's form
   * @returns whether any of it was read or looked for
   */
  forget(names: readonly string[]): boolean {
    const { files, missing } = this.dependencies
    const changed = files.filter((path) => isNamed(path, names))
    const come = missing.some((path) => isNamed(path, names))
    for (const path of changed) this.#modules.delete(path)
    if (come || changed.some((path) => !this.#host.disk.fileExists(path))) {
      for (const [path, module] of this.#modules) {
        if (module === undefined) this.#modules.delete(path)
        else module.imports = undefined
      }
      this.#missing.clear()
    }
    return come || changed.length > 0
  }

  /** The module and all that it imports, directly or indirectly. */
  reachedFrom(entry: string): ReadonlySet<string> {
    const found = new Set([slashed(entry)])
    for (const path of found) {
      for (const imported of this.#importsOf(path).values()) {
        if (!isGenerated(imported)) found.add(imported)
      }
    }
    return found
  }

  textOf(path: string): string {
    return this.#read(path)?.text ?? ''
  }

  /** `undefined` if it is missing, or nested too deeply for the parser. */
  fileOf(path: string): ts.SourceFile | undefined {
    const module = this.#read(path)
    if (module === undefined) return undefined
    const options = {
      languageVersion: ts.ScriptTarget.ES2022,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    }
    try {
      module.file ??= ts.createSourceFile(path, module.text, options, true)
      return module.file
    } catch (error) {
      if (isStackOverflow(error)) return undefined
      throw error
    }
  }

  /** The path behind an import; `undefined` for a package and for a missing file. */
  importOf(path: string, name: string): string | undefined {
    return this.#importsOf(path).get(name)
  }

  #read(path: string): ReadModule | undefined {
    if (!this.#modules.has(path)) {
      const text = this.#host.disk.fileExists(path) ? this.#host.disk.readFile(path) : undefined
      this.#modules.set(path, text === undefined ? undefined : { text, file: undefined, imports: undefined })
    }
    return this.#modules.get(path)
  }

  #importsOf(path: string): ReadonlyMap<string, string> {
    const module = this.#read(path)
    if (module === undefined) return new Map()
    module.imports ??= this.#resolveAll(path, module.text)
    return module.imports
  }

  #resolveAll(path: string, text: string): ReadonlyMap<string, string> {
    const names = new Set([...text.matchAll(specifier)].map(([, , name = '']) => name))
    const options = this.#host.optionsOf(path)
    const missing: string[] = []
    const found = [...names].flatMap((name): readonly (readonly [string, string])[] => {
      if (!mayBeOwn(name, options)) return []
      const module = this.#resolve(name, path, options, missing)
      return module === undefined || !isSource(module) ? [] : [[name, module]]
    })
    this.#missing.set(path, missing)
    return new Map(found)
  }

  #resolve(name: string, from: string, options: ts.CompilerOptions, missing: string[]): string | undefined {
    const { disk } = this.#host
    // A bundler's resolution finds at least what others find, and takes an import without an extension.
    const lenient = { ...options, moduleResolution: ts.ModuleResolutionKind.Bundler }
    const { resolvedModule } = ts.resolveModuleName(name, from, lenient, disk)
    if (resolvedModule === undefined) missing.push(...failedLookups(name, from, lenient, disk))
    return resolvedModule && slashed(resolvedModule.resolvedFileName)
  }
}

export function isGenerated(path: string): boolean {
  return isOutputName(basename(path))
}

/** Whether an import may lead to a module of the project: a path, or a name that the tsconfig or the package maps. */
function mayBeOwn(name: string, { paths, baseUrl }: ts.CompilerOptions): boolean {
  if (/^[./#]/.test(name) || baseUrl !== undefined) return true
  return Object.keys(paths ?? {}).some((pattern) => name.startsWith(pattern.replace(/\*.*/, '')))
}

function isSource(path: string): boolean {
  return isOwn(path) && /\.[mc]?tsx?$/.test(path) && !/\.d\.[mc]?ts$/.test(path)
}
