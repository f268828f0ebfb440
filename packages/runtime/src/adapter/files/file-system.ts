import type { FileStats, FileSystem } from '../../response/file-store.ts'

// Promises for the callbacks of a file system.

export function statFile(fs: FileSystem, path: string): Promise<FileStats> {
  return new Promise((resolve, reject) => {
    fs.stat(path, (error, stats) => (error === null ? resolve(stats) : reject(error)))
  })
}

export function realPath(fs: FileSystem, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (fs.realpath === undefined) resolve(path)
    else fs.realpath(path, (error, real) => (error === null ? resolve(real) : reject(error)))
  })
}

export function openFile(fs: FileSystem, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.open(path, 'r', (error, fd) => (error === null ? resolve(fd) : reject(error)))
  })
}

export function statOpen(fs: FileSystem, fd: number): Promise<FileStats> {
  return new Promise((resolve, reject) => {
    fs.fstat(fd, (error, stats) => (error === null ? resolve(stats) : reject(error)))
  })
}

/** Reads once. @returns the number of bytes read. */
export function readOpen(
  fs: FileSystem,
  fd: number,
  target: Uint8Array,
  offset: number,
  position: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.read(fd, target, offset, target.length - offset, position, (error, count) =>
      error === null ? resolve(count) : reject(error),
    )
  })
}

export function closeFile(fs: FileSystem, fd: number): void {
  fs.close(fd, () => {})
}

/** Whether both stats are of the same, unchanged file. */
export function isSameFile(a: FileStats, b: FileStats): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && inodeOf(a) === inodeOf(b)
}

function inodeOf(stats: FileStats): unknown {
  return Reflect.get(stats, 'ino')
}
