import { posix } from 'node:path'
import { Readable } from 'node:stream'

const born = new Date('2020-01-02T03:04:05Z')

interface ReadRange {
  readonly start?: number
  readonly end?: number
}

/**
 * An in-memory file system with the reading half of node:fs: every operation as a callback, a `…Sync` and a
 * promise, so that a case does not depend on the variant used.
 */
export function makeMemFs(files: Readonly<Record<string, string>>): Record<string, unknown> {
  const contents = new Map(
    Object.entries(files).map(([path, text]) => [posix.resolve(path), Buffer.from(text)]),
  )
  const open = new Map<number, Buffer>()

  const failure = (code: string, path: string): Error =>
    Object.assign(new Error(`${code}: ${path}`), { code, path })
  const isFolder = (path: string): boolean =>
    [...contents.keys()].some((name) => name.startsWith(`${path}/`.replace('//', '/')))
  const find = (path: unknown): Buffer => {
    const name = posix.resolve(String(path))
    const found = contents.get(name)
    if (found === undefined) throw failure(isFolder(name) ? 'EISDIR' : 'ENOENT', name)
    return found
  }
  const stat = (path: unknown): object => {
    const name = posix.resolve(String(path))
    return isFolder(name) ? statsOf(0, true) : statsOf(find(name).length, false)
  }
  const readFile = (path: unknown, encoding?: unknown): Buffer | string => {
    const bytes = typeof path === 'number' ? (open.get(path) ?? Buffer.alloc(0)) : find(path)
    return typeof encoding === 'string' ? bytes.toString('utf8') : Buffer.from(bytes)
  }
  const read = (
    fd: unknown,
    target: unknown,
    offset: unknown,
    length: unknown,
    position: unknown,
  ): number => {
    const bytes = open.get(Number(fd))
    if (bytes === undefined || !(target instanceof Uint8Array)) throw failure('EBADF', String(fd))
    const start = Number(position ?? 0)
    return bytes.copy(target, Number(offset ?? 0), start, start + Number(length ?? target.length))
  }
  const operations: Record<string, (...args: unknown[]) => unknown> = {
    stat,
    lstat: stat,
    fstat: (fd) => statsOf(open.get(Number(fd))?.length ?? 0, false),
    realpath: (path) => {
      stat(path)
      return posix.resolve(String(path))
    },
    access: (path) => void stat(path),
    readFile,
    open: (path) => {
      const bytes = find(path)
      open.set(open.size + 100, bytes)
      return open.size + 99
    },
    read,
    close: (fd) => void open.delete(Number(fd)),
  }
  const createReadStream = (path: unknown, range: ReadRange = {}): Readable =>
    Readable.from([find(path).subarray(range.start ?? 0, (range.end ?? Number.POSITIVE_INFINITY) + 1)])

  const fs: Record<string, unknown> = {
    createReadStream,
    existsSync: (path: unknown) => contents.has(posix.resolve(String(path))),
  }
  const promises: Record<string, unknown> = {}
  for (const [name, operation] of Object.entries(operations)) {
    fs[`${name}Sync`] = operation
    fs[name] = callbackStyle(operation)
    promises[name] = async (...args: unknown[]) => operation(...args)
  }
  promises.open = async (path: unknown) => fileHandle(find(path))
  fs.promises = promises
  return fs
}

function callbackStyle(operation: (...args: unknown[]) => unknown) {
  return (...args: unknown[]): void => {
    const callback = args.at(-1)
    if (typeof callback !== 'function') throw new TypeError('the callback is missing')
    queueMicrotask(() => {
      let value: unknown
      try {
        value = operation(...args.slice(0, -1))
      } catch (error) {
        callback(error)
        return
      }
      callback(null, value)
    })
  }
}

function fileHandle(bytes: Buffer): Record<string, unknown> {
  return {
    stat: async () => statsOf(bytes.length, false),
    readFile: async () => Buffer.from(bytes),
    read: async (target: Uint8Array, offset = 0, length = target.length, position = 0) => ({
      bytesRead: bytes.copy(target, offset, position, position + length),
      buffer: target,
    }),
    createReadStream: (range: ReadRange = {}) =>
      Readable.from([bytes.subarray(range.start ?? 0, (range.end ?? Number.POSITIVE_INFINITY) + 1)]),
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function statsOf(size: number, folder: boolean): object {
  return {
    size,
    mode: folder ? 0o40755 : 0o100644,
    ino: 1,
    dev: 1,
    mtime: born,
    mtimeMs: born.getTime(),
    ctime: born,
    ctimeMs: born.getTime(),
    isFile: () => !folder,
    isDirectory: () => folder,
    isSymbolicLink: () => false,
  }
}
