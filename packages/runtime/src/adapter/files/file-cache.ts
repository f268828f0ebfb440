import { resolve } from 'node:path'
import type { FileStats, FileSystem } from '../../response/file-store.ts'
import { CachedFile } from './cached-file.ts'
import { isBelow } from './file-path.ts'
import { isSameFile, realPath, statFile } from './file-system.ts'

interface Entry {
  readonly file: CachedFile
  /** The expiry of an unused entry, in milliseconds of `performance.now()`. */
  expires: number
}

// Limits of the whole cache; the least recently used files leave first.
const maxBytes = 64 * 1024 * 1024
const maxFiles = 4096
const sweepMs = 5000

/** The recently sent files of one file system. A file that has changed on disk is never sent from the cache. */
export class FileCache {
  readonly #fs: FileSystem
  /** In order of last use. */
  readonly #entries = new Map<string, Entry>()
  /** Pending look-ups, shared by all requests for the same file. */
  readonly #looks = new Map<string, Promise<CachedFile | undefined>>()
  #sweeping = false
  /** The bytes added since the last sweep. */
  #added = 0

  constructor(fs: FileSystem) {
    this.#fs = fs
  }

  /** The file; `undefined` when it does not exist or is not below `root`. @param duration see `cacheDuration`. */
  find(path: string, root: string | undefined, duration: number): Promise<CachedFile | undefined> {
    const key = root === undefined ? path : `${root}\0${path}`
    const running = this.#looks.get(key)
    if (running !== undefined) return running
    const look = this.#look(key, path, root, duration).finally(() => this.#looks.delete(key))
    this.#looks.set(key, look)
    return look
  }

  async #look(
    key: string,
    path: string,
    root: string | undefined,
    duration: number,
  ): Promise<CachedFile | undefined> {
    const known = this.#entries.get(key)
    const file = await orMissing(this.#read(path, root, known?.file))
    this.#entries.delete(key)
    if (file === undefined || duration < 0) return file
    if (file !== known?.file) this.#added += file.cachedBytes
    this.#entries.set(key, { file, expires: performance.now() + duration })
    if (this.#added > maxBytes / 4 || this.#entries.size > maxFiles) this.#sweep()
    if (!this.#sweeping) this.#sweepLater()
    return file
  }

  /** The current version of the file: the cached one when nothing has changed. */
  async #read(
    path: string,
    root: string | undefined,
    known: CachedFile | undefined,
  ): Promise<CachedFile | undefined> {
    const stats = await statFile(this.#fs, path)
    if (!stats.isFile()) return undefined
    return known !== undefined && isSameFile(known.stats, stats) ? known : this.#load(path, root, stats)
  }

  async #load(path: string, root: string | undefined, stats: FileStats): Promise<CachedFile | undefined> {
    const real = root === undefined ? path : await realPath(this.#fs, path)
    if (root !== undefined && !isBelow(real, await realPath(this.#fs, resolve(root)))) return undefined
    return CachedFile.load(this.#fs, path, real, stats)
  }

  #sweepLater(): void {
    this.#sweeping = true
    const timer = setTimeout(() => {
      this.#sweeping = false
      this.#sweep()
      if (this.#entries.size > 0) this.#sweepLater()
    }, sweepMs)
    // The cache must not keep the process alive.
    timer.unref()
  }

  #sweep(): void {
    this.#added = 0
    const now = performance.now()
    let bytes = 0
    for (const [key, { file, expires }] of this.#entries) {
      if (expires < now) this.#entries.delete(key)
      else bytes += file.cachedBytes
    }
    for (const [key, { file }] of this.#entries) {
      if (bytes <= maxBytes && this.#entries.size <= maxFiles) return
      this.#entries.delete(key)
      bytes -= file.cachedBytes
    }
  }
}

// Errors that a wrong path can cause.
const missing = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL', 'EACCES', 'EPERM'])

async function orMissing(look: Promise<CachedFile | undefined>): Promise<CachedFile | undefined> {
  try {
    return await look
  } catch (error) {
    if (error instanceof Error && 'code' in error && missing.has(String(error.code))) return undefined
    throw error
  }
}
