import { realpathSync } from 'node:fs'
import { ts } from 'ts-morph'
import type { Disk } from '../../disk/recorded-disk.ts'
import { libFolder, libraryText } from './library-text.ts'

/** Virtual folder of our own declarations. */
const ownFolder = '/__ctxgen__/'

export const tinyLibPath: string = `${ownFolder}lib.d.ts`
export const runtimePath: string = `${ownFolder}runtime.d.ts`

/** Whether a file belongs to the tiny library or the compiler's. */
export function isLibraryPath(path: string): boolean {
  return path.startsWith(libFolder) || path === tinyLibPath
}

/**
 * Cache of parsed files across programs. An unchanged file stays the same object, which lets the compiler skip it.
 */
export class SourceFiles {
  readonly #options: ts.CreateSourceFileOptions
  readonly #disk: Disk
  readonly #files = new Map<string, ts.SourceFile>()
  /** Files that are not on disk. */
  readonly #virtual = new Set<string>()
  /** Files too deeply nested for the compiler, replaced by empty ones. */
  readonly #tooDeep = new Set<string>()
  /** Import resolutions by file. */
  readonly #imports = new Map<string, ReadonlyMap<string, Resolution>>()
  /** The files that import each file. */
  readonly #importers = new Map<string, Set<string>>()
  /** The files with an import that is not found. */
  readonly #unresolved = new Set<string>()
  /** The real paths of files that may be links. */
  readonly #realPaths = new Map<string, string>()

  constructor(target: ts.ScriptTarget, disk: Disk) {
    // JSDoc is lexed separately and the checker sets parents, which saves a third of the parser's time.
    this.#options = { languageVersion: target, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
    this.#disk = disk
  }

  /** Adds a file that is not on disk. */
  add(path: string, text: string): void {
    this.#virtual.add(slashed(path))
    this.#files.set(slashed(path), this.#parse(path, text))
  }

  /** @param format ES module or CommonJS. Default: as before */
  get(path: string, format?: ModuleFormat): ts.SourceFile | undefined {
    const key = slashed(path)
    const known = this.#files.get(key)
    if (known !== undefined) return this.#withFormat(known, format)
    const isLib = key.startsWith(libFolder)
    const text = isLib ? libraryText(key.slice(libFolder.length)) : withLineFeeds(this.#disk.readFile(key))
    if (text === undefined) return undefined
    if (isLib) this.#virtual.add(key)
    const file = this.#parse(key, text, format)
    this.#files.set(key, file)
    return file
  }

  /** Parses again for a different format, which the compiler treats as a different file. */
  #withFormat(file: ts.SourceFile, format: ModuleFormat): ts.SourceFile {
    if (format === undefined || format === file.impliedNodeFormat) return file
    // The empty replacement of a file that is too deep must stay marked as such.
    if (this.#tooDeep.has(file.fileName)) return file
    const other = this.#parse(file.fileName, file.text, format)
    this.#files.set(file.fileName, other)
    return other
  }

  /** The text of a cached file. */
  textOf(path: string): string | undefined {
    return this.#files.get(slashed(path))?.text
  }

  /** Paths of the cached files on disk. */
  get paths(): readonly string[] {
    return [...this.#files.keys()].filter((path) => !this.#virtual.has(path))
  }

  /** `paths`, and the real paths of links among them: a link does not change with its file. */
  withTargets(paths: readonly string[]): readonly string[] {
    for (const path of paths)
      if (!this.#realPaths.has(path)) this.#realPaths.set(path, withRealPaths([path]).at(-1) ?? path)
    return [...new Set(paths.flatMap((path) => [path, this.#realPaths.get(path) ?? path]))]
  }

  /** `paths`, and the links to them that {@link withTargets} has found. */
  withLinks(paths: readonly string[]): readonly string[] {
    const links = [...this.#realPaths].filter(([path, real]) => path !== real && paths.includes(real))
    return [...paths, ...links.map(([path]) => path)]
  }

  /** Reads a file again and compares it with the cache. */
  refresh(path: string): RefreshResult {
    const key = slashed(path)
    const before = this.#files.get(key)
    const text = withLineFeeds(readSaved(key, this.#disk))
    if (text === before?.text) return 'same'
    this.#forgetImports(key)
    if (text === undefined) {
      this.#files.delete(key)
      return 'gone'
    }
    this.#files.set(key, this.#parse(key, text, before?.impliedNodeFormat))
    return before === undefined ? 'came' : 'changed'
  }

  resolved(from: string, resolutions: ReadonlyMap<string, Resolution>): void {
    const key = slashed(from)
    this.#forgetImports(key)
    this.#imports.set(key, resolutions)
    for (const { module, lookedFor } of resolutions.values()) {
      if (lookedFor.length > 0) this.#unresolved.add(key)
      if (module === undefined) continue
      const importers = this.#importers.get(module.resolvedFileName)
      if (importers === undefined) this.#importers.set(module.resolvedFileName, new Set([key]))
      else importers.add(key)
    }
  }

  #forgetImports(from: string): void {
    for (const { module } of this.#imports.get(from)?.values() ?? [])
      if (module !== undefined) this.#importers.get(module.resolvedFileName)?.delete(from)
    this.#imports.delete(from)
    this.#unresolved.delete(from)
  }

  /** The files that import a file. */
  importersOf(path: string): ReadonlySet<string> {
    return this.#importers.get(path) ?? none
  }

  /** The failed lookups of imports, except in packages. */
  get lookedFor(): readonly string[] {
    const all = [...this.#unresolved].flatMap((path) => [...(this.#imports.get(path)?.values() ?? [])])
    return all.flatMap(({ lookedFor }) => lookedFor).filter(isOwn)
  }

  get imports(): ReadonlyMap<string, ReadonlyMap<string, Resolution>> {
    return this.#imports
  }

  /** Whether a file is nested too deeply for the compiler. */
  isTooDeep(path: string): boolean {
    return this.#tooDeep.has(slashed(path))
  }

  /** Replaces the most deeply nested file by an empty one. Returns false if none is deep enough. */
  giveUpDeepest(): boolean {
    const depths = this.paths.map((path) => ({ path, depth: depthOf(this.#files.get(path)) }))
    const deepest = depths.sort((a, b) => b.depth - a.depth)[0]
    if (deepest === undefined || deepest.depth < leastBlame) return false
    this.#giveUp(deepest.path)
    return true
  }

  #giveUp(path: string): ts.SourceFile {
    this.#tooDeep.add(path)
    // The compiler left it half bound.
    sharedFiles.clear()
    const empty = ts.createSourceFile(path, '', this.#options)
    this.#files.set(path, empty)
    return empty
  }

  #parse(path: string, text: string, format?: ModuleFormat): ts.SourceFile {
    const key = slashed(path)
    this.#tooDeep.delete(key)
    const name = `${key} ${this.#options.languageVersion} ${format}`
    const shared = sharedFile(name)
    if (shared?.text === text) return shared
    try {
      const file = ts.createSourceFile(key, text, { ...this.#options, impliedNodeFormat: format })
      if (isShared(key)) share(name, file)
      return file
    } catch (error) {
      if (!isStackOverflow(error)) throw error
      return this.#giveUp(key)
    }
  }
}

/** Declarations that rarely change between the projects of a process, parsed once: they take up to 0.4 s. */
const sharedFiles = new Map<string, ts.SourceFile>()
/** Frees the memory of a process that generates no more. */
let release: NodeJS.Timeout | undefined

function share(name: string, file: ts.SourceFile): void {
  sharedFiles.set(name, file)
  release ??= setTimeout(() => {
    sharedFiles.clear()
    release = undefined
  }, 10_000).unref()
}

function sharedFile(name: string): ts.SourceFile | undefined {
  const file = sharedFiles.get(name)
  if (file !== undefined) release?.refresh()
  return file
}

/** Also those of linked packages, whose real paths are elsewhere than in node_modules. */
function isShared(path: string): boolean {
  return path.startsWith(libFolder) || path.startsWith(ownFolder) || /\.d\.[cm]?ts$/.test(path)
}

// The compiler's stack holds a few thousand levels; handwritten sources have fewer than hundreds.
const leastBlame = 500

/** Nesting depth of a file, computed without recursion. */
function depthOf(file: ts.SourceFile | undefined): number {
  let level: ts.Node[] = file === undefined ? [] : [file]
  let depth = 0
  for (; level.length > 0; depth++) {
    const next: ts.Node[] = []
    for (const node of level) {
      ts.forEachChild(node, (child) => {
        next.push(child)
      })
    }
    level = next
  }
  return depth
}

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

/** Retries an empty file after 10 ms: a save truncates it first, which must not remove the output. */
function readSaved(path: string, disk: Disk): string | undefined {
  const text = disk.readFile(path)
  if (text !== '') return text
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  return disk.readFile(path)
}

/** Line ends of old systems, of one carriage return, as the tags read them; positions stay. */
function withLineFeeds(text: string | undefined): string | undefined {
  return text?.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text
}

const none: ReadonlySet<string> = new Set()

/** Whether a path is neither in a package nor one of ctxgen's virtual files. */
export function isOwn(path: string): boolean {
  return !/\/(node_modules|__ctxgen__)\//.test(path)
}

/** ES module or CommonJS, by file name and package.json; `undefined` if it makes no difference. */
type ModuleFormat = ts.SourceFile['impliedNodeFormat']

/** Result of reading a file again. */
export type RefreshResult = 'same' | 'changed' | 'came' | 'gone'

/** A resolved import, or its failed lookups. */
export interface Resolution {
  /** The specifier in the import. */
  readonly name: string
  readonly module: ts.ResolvedModuleFull | undefined
  readonly lookedFor: readonly string[]
}

export function defaultLibPath(options: ts.CompilerOptions): string {
  return `${libFolder}${ts.getDefaultLibFileName(options)}`
}

export function isBelow(folder: string): (path: string) => boolean {
  return (path) => path.startsWith(`${folder}/`)
}

/** Adds real paths: importers know a linked file by its real path. */
export function withRealPaths(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    try {
      return [slashed(path), slashed(realpathSync.native(path))]
    } catch {
      return [slashed(path)]
    }
  })
}

/** A path in the compiler's form, with forward slashes. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
