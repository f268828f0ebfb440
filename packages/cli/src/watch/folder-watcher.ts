import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** Files and folders to watch. Paths are absolute and need not exist yet. */
interface Targets {
  /** Folders, recursively. */
  readonly trees: readonly string[]
  readonly files: readonly string[]
}

interface WatchEvents {
  /** Files and folders that may have changed, appeared or disappeared. */
  readonly onTouched: (paths: readonly string[]) => void
  readonly onFailure: (folder: string, error: unknown) => void
}

/** Editors save in several steps; a save is complete after this long without another event. In ms. */
const debounce = 15

/** Longest wait for continuous changes. In ms. */
const longestWait = 100

/** With this many changes at once the system may have dropped some. */
const flood = 1000

/**
 * Watches folders one by one and reports paths that may have changed; the reader compares contents. Never misses a change:
 * a new folder is reported as a whole, since its files may have changed before it was watched.
 */
export class FolderWatcher {
  readonly #events: WatchEvents
  #trees: readonly string[] = []
  #files: ReadonlySet<string> = new Set()
  /** Folders above the targets, which appear and disappear with them. */
  #above: ReadonlySet<string> = new Set()
  readonly #watched = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>()
  /** Folders that were moved or removed since the last report. */
  #lost = new Set<string>()
  readonly #failed = new Set<string>()
  #touched = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #waitingSince = 0

  constructor(events: WatchEvents) {
    this.#events = events
  }

  /** Replaces the targets. */
  follow({ trees, files }: Targets): void {
    this.#trees = trees
    this.#files = new Set(files)
    this.#above = new Set([...trees, ...foldersOf(files)].flatMap(foldersAbove))
    this.#watchAll()
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const { watcher } of this.#watched.values()) watcher.close()
    this.#watched.clear()
  }

  #watchAll(): void {
    const wanted = new Set<string>()
    for (const tree of this.#trees) {
      wanted.add(existingFolder(dirname(tree)))
      this.#watchTree(tree, wanted)
    }
    for (const folder of foldersOf(this.#files)) wanted.add(existingFolder(folder))
    for (const folder of wanted) this.#watch(folder)
    for (const folder of [...this.#watched.keys()]) if (!wanted.has(folder)) this.#unwatch(folder)
  }

  /** Watches each folder before listing it, to miss no new file. */
  #watchTree(folder: string, wanted: Set<string>): void {
    if (!isFolder(folder)) return
    wanted.add(folder)
    this.#watch(folder)
    for (const name of foldersIn(folder)) this.#watchTree(join(folder, name), wanted)
  }

  #watch(folder: string): void {
    const identity = identityOf(folder)
    if (identity === undefined || this.#watched.get(folder)?.identity === identity) return
    this.#unwatch(folder)
    try {
      const watcher = watch(folder, (event, name) => this.#onEvent(folder, event, name))
      watcher.on('error', () => this.#onEvent(folder, 'rename', basename(folder)))
      this.#watched.set(folder, { watcher, identity })
      this.#failed.delete(folder)
      this.#touch(folder)
    } catch (error) {
      if (!this.#failed.has(folder)) this.#events.onFailure(folder, error)
      this.#failed.add(folder)
    }
  }

  #unwatch(folder: string): void {
    this.#watched.get(folder)?.watcher.close()
    this.#watched.delete(folder)
  }

  #onEvent(folder: string, event: string, name: string | null): void {
    // The folder's own name means that it was moved or removed (or that an entry has the same name). Its replacement may
    // have the same inode.
    const isSelf = event === 'rename' && name === basename(folder)
    if (isSelf) {
      this.#unwatch(folder)
      this.#lost.add(folder)
    }
    if (isSelf || name === null) this.#touch(folder)
    if (name !== null) this.#touch(join(folder, name))
  }

  #touch(path: string): void {
    if (isOwn(basename(path))) return
    const now = performance.now()
    if (this.#touched.size === 0) this.#waitingSince = now
    this.#touched.add(path)
    clearTimeout(this.#timer)
    const rest = this.#waitingSince + longestWait - now
    this.#timer = setTimeout(() => this.#report(), Math.max(0, Math.min(debounce, rest)))
  }

  #report(): void {
    const touched = [...this.#touched]
    this.#touched = new Set()
    const relevant = touched.filter((path) => this.#isRelevant(path))
    this.#lost = new Set()
    if (relevant.some((path) => this.#mayBeFolder(path))) this.#watchAll()
    if (relevant.length > flood) relevant.push(...this.#watched.keys())
    if (relevant.length > 0) this.#events.onTouched(relevant)
  }

  #mayBeFolder(path: string): boolean {
    return this.#watched.has(path) || this.#above.has(path) || isFolder(path) || !/\.[mc]?ts$/.test(path)
  }

  #isRelevant(path: string): boolean {
    if (this.#files.has(path) || this.#above.has(path)) return true
    if (this.#watched.has(path) || this.#lost.has(path)) return true
    if (!this.#trees.some((tree) => path.startsWith(tree + sep))) return false
    return /\.[mc]?ts$/.test(path) || (isFollowed(basename(path)) && isFolder(path))
  }
}

/** Files that ctxgen writes. */
function isOwn(name: string): boolean {
  return /\.bind\.[mc]?ts$/.test(name) || name.startsWith('.ctxgen-')
}

/** Folders that may contain inputs. */
function isFollowed(name: string): boolean {
  return name !== 'node_modules' && !name.startsWith('.')
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isDirectory() && isFollowed(entry.name) ? [entry.name] : []))
  } catch {
    return []
  }
}

function foldersOf(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].map((file) => dirname(file)))
}

function foldersAbove(path: string): readonly string[] {
  const above: string[] = []
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) above.push(folder)
  return above
}

/** The nearest existing folder at or above `folder`. */
function existingFolder(folder: string): string {
  return isFolder(folder) || folder === dirname(folder) ? folder : existingFolder(dirname(folder))
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Distinguishes a folder from its replacement. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(path)
    return `${dev}:${ino}:${birthtimeMs}`
  } catch {
    return undefined
  }
}
