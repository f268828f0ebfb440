// `node:fs` in memory: what the generator and its compiler ask of a disk, and nothing else.

const encoder = new TextEncoder()
/** The names of each folder; the value tells whether it is a folder. */
const folders = new Map<string, Map<string, boolean>>([['/', new Map()]])
const texts = new Map<string, string>()

/** A Buffer, as far as the compiler uses it. */
class Bytes extends Uint8Array<ArrayBuffer> {
  override toString(): string {
    return new TextDecoder().decode(this)
  }
}

class Entry {
  readonly name: string
  readonly #isFolder: boolean
  readonly size: number
  readonly mtime: Date = new Date(0)
  readonly mtimeMs = 0

  constructor(name: string, isFolder: boolean, size = 0) {
    this.name = name
    this.#isFolder = isFolder
    this.size = size
  }

  isDirectory(): boolean {
    return this.#isFolder
  }

  isFile(): boolean {
    return !this.#isFolder
  }

  isSymbolicLink(): boolean {
    return false
  }
}

function notFound(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: 'ENOENT' })
}

/** Without a slash at the end, as every caller but one writes it. */
function named(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

export function writeFileSync(path: string, text: string): void {
  texts.set(path, text)
  enter(path, false)
}

function enter(path: string, isFolder: boolean): void {
  const end = path.lastIndexOf('/')
  const parent = path.slice(0, end) || '/'
  if (!folders.has(parent)) mkdirSync(parent)
  folders.get(parent)?.set(path.slice(end + 1), isFolder)
}

export function mkdirSync(path: string): void {
  if (folders.has(path)) return
  folders.set(path, new Map())
  enter(path, true)
}

export function rmSync(path: string): void {
  texts.delete(path)
  const end = path.lastIndexOf('/')
  folders.get(path.slice(0, end) || '/')?.delete(path.slice(end + 1))
}

export function readFileSync(path: string, options?: string | { encoding?: string }): string | Bytes {
  const text = texts.get(path)
  if (text === undefined) throw notFound(path)
  if (options !== undefined && (typeof options === 'string' || options.encoding !== undefined)) return text
  const { buffer, byteOffset, length } = encoder.encode(text)
  return new Bytes(buffer, byteOffset, length)
}

export function existsSync(path: string): boolean {
  return texts.has(path) || folders.has(named(path))
}

export function statSync(path: string, options?: { throwIfNoEntry?: boolean }): Entry | undefined {
  const text = texts.get(path)
  if (text !== undefined) return new Entry(path, false, text.length)
  if (folders.has(named(path))) return new Entry(path, true)
  if (options?.throwIfNoEntry === false) return undefined
  throw notFound(path)
}

export const lstatSync = statSync

export function readdirSync(path: string, options?: { withFileTypes?: boolean }): (string | Entry)[] {
  const names = folders.get(named(path))
  if (names === undefined) throw notFound(path)
  return [...names].map(([name, isFolder]) => (options?.withFileTypes ? new Entry(name, isFolder) : name))
}

function realpath(path: string): string {
  if (!existsSync(path)) throw notFound(path)
  return named(path)
}
export const realpathSync = Object.assign(realpath, { native: realpath })

/** Neither links nor descriptors exist here. */
function refuse(): never {
  throw new Error('not in a browser')
}

export {
  refuse as closeSync,
  refuse as openSync,
  refuse as readlinkSync,
  refuse as readSync,
  refuse as renameSync,
  refuse as unlinkSync,
}
export const constants = {}
