import { randomBytes } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { type Kind, kindOf, realPathOf } from '../disk/questions.ts'
import { isOutputName } from '../input/output-path.ts'
import { type Evidence, treeDigest } from './evidence.ts'
import { FilesDigest } from './files-digest.ts'

/** Builds {@link Evidence}; yields `undefined` if a file has changed since the run. */
export class EvidenceBuilder {
  readonly #key = randomBytes(16).toString('hex')
  readonly #digest = new FilesDigest(this.#key)
  readonly #sizes = new Map<string, number>()
  readonly #kinds = new Map<string, Kind>()
  readonly #folders = new Map<string, readonly string[]>()
  readonly #realPaths = new Map<string, string>()
  readonly #trees = new Map<string, string>()
  readonly #outputTrees = new Map<string, string>()
  #isStale = false

  /** Also takes a folder that does not exist yet. */
  addTree(folder: string): void {
    if (kindOf(folder) === 'folder') {
      this.addRealPath(folder)
      this.#trees.set(folder, treeDigest(folder))
    } else this.addKind(folder, 'none')
  }

  /** A folder in which any new generated file would matter. */
  addOutputTree(folder: string): void {
    this.#outputTrees.set(folder, treeDigest(folder, isOutputName))
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

  /** A file that the run read, through links. @param isSeen whether this is the text that the run read */
  addFile(path: string, isSeen: (text: string) => boolean = () => true): void {
    const real = isLink(path) ? realPathOf(path) : path
    if (real !== path) this.addRealPath(path, real)
    this.#addText(real, isSeen)
  }

  /** Must not be a link, which could leave the project. */
  addOutput(path: string, isSeen: (text: string) => boolean): void {
    if (isLink(path)) this.#isStale = true
    else this.#addText(path, isSeen)
  }

  /** An output that the run wrote. It is not read back: the next run detects any later change. */
  addWritten(path: string, text: string): void {
    if (isLink(path)) this.#isStale = true
    else this.#addContent(path, Buffer.from(text))
  }

  build(): Evidence | undefined {
    if (this.#isStale) return undefined
    const paths = [...this.#sizes.keys()]
    // The digest already covers files that were read.
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
      outputTrees: [...this.#outputTrees],
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
