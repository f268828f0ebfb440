import type { Disk } from '../disk/recorded-disk.ts'
import { readLibFiles, ts } from './compiler.ts'

/** Where the compiler believes its own library to be; ts-morph holds it in memory. */
const libFolder = '/node_modules/typescript/lib/'

/** Our own few global types. */
export const tinyLibName = '__ctxgen__/lib.d.ts'
const tinyLibEnd = `/${tinyLibName}`

/** Whether a file is the library's: ours or the compiler's. */
export function isLibraryPath(path: string): boolean {
  return path.startsWith(libFolder) || path.endsWith(tinyLibEnd)
}

/**
 * Parsed files, kept from one program to the next. A file whose text is the same stays the same object, by which the
 * compiler knows what it need not look at again.
 */
export class SourceFiles {
  readonly #options: ts.CreateSourceFileOptions
  readonly #disk: Disk
  readonly #files = new Map<string, ts.SourceFile>()
  /** Files that are on no disk. */
  readonly #virtual = new Set<string>()
  /** Files that the compiler cannot read, and has nothing of. */
  readonly #tooDeep = new Set<string>()
  /** By file, what each of its imports leads to. */
  readonly #imports = new Map<string, ReadonlyMap<string, Resolution>>()

  constructor(target: ts.ScriptTarget, disk: Disk) {
    // Comments are read by ourselves, and parents are set when the checker binds a file: a third of the parser's time.
    this.#options = { languageVersion: target, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
    this.#disk = disk
  }

  /** Adds a file that is on no disk. */
  add(path: string, text: string): void {
    this.#virtual.add(slashed(path))
    this.#files.set(slashed(path), this.#parse(path, text))
  }

  /** @param format whether its imports are those of an ES module; what it was when left out. */
  get(path: string, format?: ModuleFormat): ts.SourceFile | undefined {
    const key = slashed(path)
    const known = this.#files.get(key)
    if (known !== undefined) return this.#withFormat(known, format)
    const isLib = key.startsWith(libFolder)
    const text = isLib ? libText(key) : this.#disk.readFile(key)
    if (text === undefined) return undefined
    if (isLib) this.#virtual.add(key)
    const file = this.#parse(key, text, format)
    this.#files.set(key, file)
    return file
  }

  /** Another format is another file to the compiler, which asks for one where it knows of formats. */
  #withFormat(file: ts.SourceFile, format: ModuleFormat): ts.SourceFile {
    if (format === undefined || format === file.impliedNodeFormat) return file
    // What stands for a file that was given up has no text of it, and must stay known as that.
    if (this.#tooDeep.has(file.fileName)) return file
    const other = this.#parse(file.fileName, file.text, format)
    this.#files.set(file.fileName, other)
    return other
  }

  /** The text of a file that was read before. */
  textOf(path: string): string | undefined {
    return this.#files.get(slashed(path))?.text
  }

  /** The files on the disk that were read. */
  get paths(): readonly string[] {
    return [...this.#files.keys()].filter((path) => !this.#virtual.has(path))
  }

  /** Reads a file again; says whether it has another text, has come or has gone. */
  refresh(path: string): Refreshed {
    const key = slashed(path)
    const before = this.#files.get(key)
    const text = readSaved(key)
    if (text === before?.text) return 'same'
    this.#imports.delete(key)
    if (text === undefined) {
      this.#files.delete(key)
      return 'gone'
    }
    this.#files.set(key, this.#parse(key, text, before?.impliedNodeFormat))
    return before === undefined ? 'came' : 'changed'
  }

  resolved(from: string, resolutions: ReadonlyMap<string, Resolution>): void {
    this.#imports.set(slashed(from), resolutions)
  }

  get imports(): ReadonlyMap<string, ReadonlyMap<string, Resolution>> {
    return this.#imports
  }

  /** Whether a file is nested more deeply than the compiler's parser can follow. */
  isTooDeep(path: string): boolean {
    return this.#tooDeep.has(slashed(path))
  }

  /** Takes the most deeply nested file for one that cannot be read; says whether there is one to blame. */
  giveUpDeepest(): boolean {
    const depths = this.paths.map((path) => ({ path, depth: depthOf(this.#files.get(path)) }))
    const deepest = depths.sort((a, b) => b.depth - a.depth)[0]
    if (deepest === undefined || deepest.depth < leastBlame) return false
    this.#giveUp(deepest.path)
    return true
  }

  #giveUp(path: string): ts.SourceFile {
    this.#tooDeep.add(path)
    const empty = ts.createSourceFile(path, '', this.#options)
    this.#files.set(path, empty)
    return empty
  }

  #parse(path: string, text: string, format?: ModuleFormat): ts.SourceFile {
    const key = slashed(path)
    this.#tooDeep.delete(key)
    try {
      return ts.createSourceFile(key, text, { ...this.#options, impliedNodeFormat: format })
    } catch (error) {
      if (!isStackOverflow(error)) throw error
      return this.#giveUp(key)
    }
  }
}

// The compiler's stack is good for a few thousand levels, and no source has hundreds by hand.
const leastBlame = 500

/** How deep the nodes of a file go; found without recursion. */
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

/** Whether an error is that of a recursion without an end in sight. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

/** A file that is being saved may be empty for a moment, which is no reason to take its output away. */
function readSaved(path: string): string | undefined {
  const text = ts.sys.readFile(path)
  if (text !== '') return text
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  return ts.sys.readFile(path)
}

/** Whether a file is an ES module or CommonJS by its name and its package.json; `undefined` where that makes no difference. */
type ModuleFormat = ts.SourceFile['impliedNodeFormat']

/** What reading a file again gave. */
export type Refreshed = 'same' | 'changed' | 'came' | 'gone'

/** What an import leads to, or where it was looked for in vain. */
export interface Resolution {
  /** As the import writes it. */
  readonly name: string
  readonly module: ts.ResolvedModuleFull | undefined
  readonly lookedFor: readonly string[]
}

export function defaultLibPath(options: ts.CompilerOptions): string {
  return `${libFolder}${ts.getDefaultLibFileName(options)}`
}

/** Paths as the compiler has them. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

let libFiles: ReadonlyMap<string, string> | undefined

function libText(path: string): string | undefined {
  libFiles ??= readLibFiles()
  return libFiles.get(path.slice(libFolder.length))
}
