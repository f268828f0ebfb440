import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * Where a write to `path` would land once every link on the way is followed, also when it does not exist yet.
 *
 * @throws the file system's error, for a loop of links say.
 */
export function realOutputPath(path: string): string {
  // As all outputs of a first run are: to throw and catch takes node far longer than the question.
  if (isAbsentEntry(path)) return join(realOutputPath(dirname(path)), basename(path))
  try {
    return realpathSync.native(path)
  } catch (error) {
    const parent = dirname(path)
    if (parent === path || !isAbsent(error)) throw error
    const realParent = realOutputPath(parent)
    // A link that leads nowhere yet: writing would make the file it names.
    if (isLink(path)) return realOutputPath(resolve(realParent, readlinkSync(path)))
    return join(realParent, basename(path))
  }
}

function isAbsentEntry(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Anything else, a loop of links say, stays an error: following it by hand would not end. */
function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
