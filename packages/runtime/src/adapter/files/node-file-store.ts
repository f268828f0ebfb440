import * as nodeFs from 'node:fs'
import { resolve } from 'node:path'
import { HttpError } from '../../error/http-error.ts'
import type {
  FileRequest,
  FileStore,
  FileSystem,
  SendFileOptions,
  StoredFile,
} from '../../response/file-store.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { sendStoredFile } from '../../response/send-stored-file.ts'
import { FileCache } from './file-cache.ts'
import { filePaths, type RequestedPath } from './file-path.ts'

const defaultCacheMs = 10_000

/** The files of the system, or of any object with the interface of `node:fs`. */
export class NodeFileStore implements FileStore {
  readonly #system = new FileCache(nodeFs)
  readonly #others = new WeakMap<FileSystem, FileCache>()

  async send(
    draft: ResponseDraft,
    request: FileRequest,
    path: string,
    options: SendFileOptions,
  ): Promise<void> {
    await sendStoredFile(draft, request, await this.#find(path, options, request), options)
  }

  async #find(path: string, options: SendFileOptions, requested: RequestedPath): Promise<StoredFile> {
    const { root, cacheDuration = defaultCacheMs } = options
    const cache = this.#cacheOf(options.fs)
    const base = root === undefined ? undefined : resolve(root)
    for (const candidate of filePaths(path, root, requested)) {
      const file = await cache.find(candidate, base, cacheDuration)
      if (file !== undefined) return file
    }
    // The client must not see the path.
    throw new HttpError(404, undefined, { cause: new Error(`there is no file ${path}`) })
  }

  #cacheOf(fs: FileSystem | undefined): FileCache {
    if (fs === undefined || fs === nodeFs) return this.#system
    const known = this.#others.get(fs) ?? new FileCache(fs)
    this.#others.set(fs, known)
    return known
  }
}
