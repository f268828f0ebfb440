import { foldersIn, type Kind, kindOf, realPathOf } from './questions.ts'

/** Disk access of a run, with the compiler's method names. */
export interface Disk {
  fileExists(path: string): boolean
  directoryExists(path: string): boolean
  readFile(path: string): string | undefined
  getDirectories(path: string): string[]
  realpath?(path: string): string
  /** Records a folder in which any new file would matter. */
  noteTree?(path: string): void
}

/**
 * Answers from the disk and records every answer, because the result of a run depends on nothing else. A repeated question
 * gets the same answer.
 */
export class RecordedDisk implements Disk {
  readonly #read: (path: string) => string | undefined
  readonly texts: Map<string, string | undefined> = new Map()
  readonly kinds: Map<string, Kind> = new Map()
  readonly folders: Map<string, readonly string[]> = new Map()
  readonly realPaths: Map<string, string> = new Map()
  readonly trees: Set<string> = new Set()

  /** @param read decodes like the compiler */
  constructor(read: (path: string) => string | undefined) {
    this.#read = read
  }

  fileExists(path: string): boolean {
    return this.kindOf(path) === 'file'
  }

  directoryExists(path: string): boolean {
    return this.kindOf(path) === 'folder'
  }

  readFile(path: string): string | undefined {
    return answer(this.texts, path, this.#read)
  }

  getDirectories(path: string): string[] {
    return [...answer(this.folders, path, foldersIn)]
  }

  realpath(path: string): string {
    return answer(this.realPaths, path, realPathOf)
  }

  noteTree(path: string): void {
    this.trees.add(path)
  }

  /** Whether the file was read successfully. */
  hasRead(path: string): boolean {
    // The compiler's paths have forward slashes on every system.
    return this.texts.get(path.replaceAll('\\', '/')) !== undefined
  }

  kindOf(path: string): Kind {
    return answer(this.kinds, path, kindOf)
  }
}

function answer<T>(known: Map<string, T>, path: string, ask: (path: string) => T): T {
  const before = known.get(path)
  if (before !== undefined || known.has(path)) return before as T
  const now = ask(path)
  known.set(path, now)
  return now
}
