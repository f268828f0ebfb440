import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The target of a write to `path` with all links resolved, even if the file does not exist yet.
 *
 * @throws the file system's error, for example for a loop of links.
 */
export function realOutputPath(path: string): string {
  // The usual case in a first run; a test is far cheaper in Node than throw and catch.
  if (isAbsentEntry(path)) return join(realOutputPath(dirname(path)), basename(path))
  try {
    return realpathSync.native(path)
  } catch (error) {
    const parent = dirname(path)
    if (parent === path || !isAbsent(error)) throw error
    const realParent = realOutputPath(parent)
    // A dangling link: a write would create its target.
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

/** Other errors are rethrown: resolving a loop of links by hand would not terminate. */
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
