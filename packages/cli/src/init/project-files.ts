import { join } from 'node:path'
import { openProjectFile, type ProjectFile, writeProjectFile } from '@ctxgen/codegen/project-file'
import { findProjectRoot } from '@ctxgen/codegen/project-root'

/** The files of a project that is being set up. */
export class ProjectFiles {
  readonly #cwd: string
  readonly #root: string
  readonly #say: (line: string) => void

  constructor(cwd: string, say: (line: string) => void) {
    this.#cwd = cwd
    this.#root = findProjectRoot(cwd)
    this.#say = say
  }

  /** The text of a file; `undefined` if it does not exist, or is outside the project. @throws the file system's error. */
  read(name: string): string | undefined {
    return this.#open(name)?.onDisk
  }

  /** Writes a file unless it exists, and reports it. */
  add(name: string, text: string): void {
    const file = this.#open(name)
    if (file === undefined) this.#say(`kept   ${name}: it links to a place outside the project`)
    else if (file.onDisk === undefined) {
      writeProjectFile(file, text)
      this.#say(`wrote  ${name}`)
    } else this.#say(`kept   ${name}`)
  }

  /** Adds to a file that is the user's own; it may not exist yet. Returns whether its text has changed. */
  extend(name: string, extended: (text: string) => string): boolean {
    const file = this.#open(name)
    if (file === undefined) {
      this.#say(`kept   ${name}: it links to a place outside the project`)
      return false
    }
    const before = file.onDisk ?? ''
    const after = extended(before)
    if (after !== before) writeProjectFile(file, after)
    return after !== before
  }

  #open(name: string): ProjectFile | undefined {
    // Nothing of an existing file is replaced here.
    const found = openProjectFile(join(this.#cwd, name), this.#root, () => true)
    return 'refusal' in found ? undefined : found
  }
}
