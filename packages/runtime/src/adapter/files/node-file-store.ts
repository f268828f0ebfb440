import * as nodeFs from 'node:fs'
import { resolve } from 'node:path'
import { HttpError } from '../../error/http-error.ts'
import type { FileStore, FileSystem, SendFileOptions, StoredFile } from '../../response/file-store.ts'
import { FileCache } from './file-cache.ts'
import { filePaths } from './file-path.ts'

const defaultCacheMs = 10_000

/** The files of the system, or of what has the interface of `node:fs`. */
export class NodeFileStore implements FileStore {
  readonly #system = new FileCache(nodeFs)
  readonly #others = new WeakMap<FileSystem, FileCache>()

  async find(path: string, options: SendFileOptions, requested: string): Promise<StoredFile> {
    const { root, cacheDuration = defaultCacheMs } = options
    const cache = this.#cacheOf(options.fs)
    const base = root === undefined ? undefined : resolve(root)
    for (const candidate of filePaths(path, root, requested)) {
      const file = await cache.find(candidate, base, cacheDuration)
      if (file !== undefined) return file
    }
    throw new HttpError(404)
  }

  #cacheOf(fs: FileSystem | undefined): FileCache {
    if (fs === undefined || fs === nodeFs) return this.#system
    const known = this.#others.get(fs) ?? new FileCache(fs)
    this.#others.set(fs, known)
    return known
  }
}
