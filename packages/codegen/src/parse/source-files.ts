import type { Disk } from '../disk/recorded-disk.ts'
import { readLibFiles, ts } from './compiler.ts'

/** Where the compiler believes its own library to be; ts-morph holds it in memory. */
const libFolder = '/node_modules/typescript/lib'

/**
 * Parsed files, kept from one program to the next. A file whose text is the same stays the same object, by which the
 * compiler knows what it need not look at again.
 */
export class SourceFiles {
  readonly #target: ts.ScriptTarget
  readonly #disk: Disk
  readonly #files = new Map<string, ts.SourceFile>()
  /** Files that are on no disk. */
  readonly #virtual = new Set<string>()
  /** By file, what each of its imports leads to. */
  readonly #imports = new Map<string, ReadonlyMap<string, Resolution>>()

  constructor(target: ts.ScriptTarget, disk: Disk) {
    this.#target = target
    this.#disk = disk
  }

  /** Adds a file that is on no disk. */
  add(path: string, text: string): void {
    this.#virtual.add(slashed(path))
    this.#files.set(slashed(path), this.#parse(path, text))
  }

  get(path: string): ts.SourceFile | undefined {
    const key = slashed(path)
    const known = this.#files.get(key)
    if (known !== undefined) return known
    const isLib = key.startsWith(`${libFolder}/`)
    const text = isLib ? libText(key) : this.#disk.readFile(key)
    if (text === undefined) return undefined
    if (isLib) this.#virtual.add(key)
    const file = this.#parse(key, text)
    this.#files.set(key, file)
    return file
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
    this.#files.set(key, this.#parse(key, text))
    return before === undefined ? 'came' : 'changed'
  }

  resolved(from: string, resolutions: ReadonlyMap<string, Resolution>): void {
    this.#imports.set(slashed(from), resolutions)
  }

  get imports(): ReadonlyMap<string, ReadonlyMap<string, Resolution>> {
    return this.#imports
  }

  #parse(path: string, text: string): ts.SourceFile {
    return ts.createSourceFile(slashed(path), text, this.#target, true)
  }
}

/** A file that is being saved may be empty for a moment, which is no reason to take its output away. */
function readSaved(path: string): string | undefined {
  const text = ts.sys.readFile(path)
  if (text !== '') return text
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
  return ts.sys.readFile(path)
}

/** What reading a file again gave. */
export type Refreshed = 'same' | 'changed' | 'came' | 'gone'

/** What an import leads to, or where it was looked for in vain. */
export interface Resolution {
  readonly module: ts.ResolvedModule | undefined
  readonly lookedFor: readonly string[]
}

export function defaultLibPath(options: ts.CompilerOptions): string {
  return `${libFolder}/${ts.getDefaultLibFileName(options)}`
}

/** Paths as the compiler has them. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

let libFiles: ReadonlyMap<string, string> | undefined

function libText(path: string): string | undefined {
  libFiles ??= readLibFiles()
  return libFiles.get(path.slice(libFolder.length + 1))
}
