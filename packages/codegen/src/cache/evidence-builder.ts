import { randomBytes } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { type Kind, kindOf, realPathOf } from '../disk/questions.ts'
import { type Evidence, treeDigest } from './evidence.ts'
import { FilesDigest } from './files-digest.ts'

/** Puts {@link Evidence} together. What is no longer as a run saw it leaves nothing to build. */
export class EvidenceBuilder {
  readonly #key = randomBytes(16).toString('hex')
  readonly #digest = new FilesDigest(this.#key)
  readonly #sizes = new Map<string, number>()
  readonly #kinds = new Map<string, Kind>()
  readonly #folders = new Map<string, readonly string[]>()
  readonly #realPaths = new Map<string, string>()
  readonly #trees = new Map<string, string>()
  #isStale = false

  /** A folder that does not exist is one that may come. */
  addTree(folder: string): void {
    if (kindOf(folder) === 'folder') {
      this.addRealPath(folder)
      this.#trees.set(folder, treeDigest(folder))
    } else this.addKind(folder, 'none')
  }

  addKind(path: string, kind: Kind): void {
    const known = this.#kinds.get(path)
    if (known !== undefined && known !== kind) this.#isStale = true
    this.#kinds.set(path, kind)
  }

  addFolders(path: string, names: readonly string[]): void {
    this.#folders.set(path, names)
  }

  addRealPath(path: string, real?: string): void {
    if (real !== undefined || !this.#realPaths.has(path)) this.#realPaths.set(path, real ?? realPathOf(path))
  }

  /** A file that a run read, links followed. `isSeen` says whether it still holds what the run saw. */
  addFile(path: string, isSeen: (text: string) => boolean = () => true): void {
    const real = isLink(path) ? realPathOf(path) : path
    if (real !== path) this.addRealPath(path, real)
    this.#addText(real, isSeen)
  }

  /** One that must stand there itself, as a link may lead out of the project. */
  addOutput(path: string, isSeen: (text: string) => boolean): void {
    if (isLink(path)) this.#isStale = true
    else this.#addText(path, isSeen)
  }

  /** One that the run wrote. It is not read again: were it another by now, the next run would see that. */
  addWritten(path: string, text: string): void {
    if (isLink(path)) this.#isStale = true
    else this.#addContent(path, Buffer.from(text))
  }

  build(): Evidence | undefined {
    if (this.#isStale) return undefined
    const paths = [...this.#sizes.keys()]
    // What was read needs no other proof of being there.
    const isOpen = ([path, kind]: [string, Kind]): boolean => kind !== 'file' || !this.#sizes.has(path)
    const open = [...this.#kinds].filter(isOpen)
    const pathsOf = (wanted: Kind): readonly string[] =>
      open.filter(([, kind]) => kind === wanted).map(([path]) => path)
    return {
      files: { paths, sizes: [...this.#sizes.values()], key: this.#key, digest: this.#digest.end() },
      kinds: { file: pathsOf('file'), folder: pathsOf('folder'), none: pathsOf('none') },
      folders: [...this.#folders],
      realPaths: [...this.#realPaths],
      trees: [...this.#trees],
    }
  }

  #addText(path: string, isSeen: (text: string) => boolean): void {
    if (this.#sizes.has(path)) return
    const content = readFileSync(path)
    if (!isSeen(content.toString())) this.#isStale = true
    this.#addContent(path, content)
  }

  #addContent(path: string, content: Uint8Array): void {
    if (this.#sizes.has(path)) return
    this.#digest.add(content)
    this.#sizes.set(path, content.length)
  }
}

function isLink(path: string): boolean {
  return lstatSync(path).isSymbolicLink()
}
