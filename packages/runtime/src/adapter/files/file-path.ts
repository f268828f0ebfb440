import { isAbsolute, join, resolve, sep } from 'node:path'
import { HttpError } from '../../error/http-error.ts'
import { decodePercent } from '../../request/percent.ts'

// Escapes of letters, digits and -._~ stand for what they encode (RFC 3986 section 2.3), those of slashes, backslashes
// and NUL for what no name may hold. Whoever sends them wants a guard and the file system to read different paths.
const deceiving = /%(?:2[defDEF]|3\d|4[1-9a-fA-F]|5[\daAcCfF]|6[1-9a-fA-F]|7[\daAeE]|00)/

/**
 * The paths to look for a file under, in that order: as written, and with its percent-escapes decoded.
 * @throws HttpError 404 for one that leads out of `root`, or could be read in more than one way.
 */
export function filePaths(path: string, root: string | undefined, requested: string): string[] {
  if (path.includes('\0')) throw new HttpError(404)
  const decoded = decodePercent(path)
  if (root === undefined) return unique(resolve(path), resolve(decoded))
  const base = resolve(root)
  const inside = isAbsolute(path) ? insideOf(base, path) : path
  if (inside === undefined || deceiving.test(path) || comesDisguised(path, requested))
    throw new HttpError(404)
  if (!isPlain(inside)) throw new HttpError(404)
  const alternative = decodePercent(inside)
  return isPlain(alternative) ? unique(join(base, inside), join(base, alternative)) : [join(base, inside)]
}

/** Whether a path lies below a folder; both as the file system has them, links followed. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function insideOf(base: string, path: string): string | undefined {
  const start = base.endsWith(sep) ? base : base + sep
  return path.startsWith(start) ? path.slice(start.length) : undefined
}

/**
 * Whether the name was taken from the request's path, where it was written with such escapes, or as the whole path of a
 * file behind an empty segment: what is below `/files/dir` for a guard is `/files//srv/public/dir` there.
 */
function comesDisguised(path: string, requested: string): boolean {
  if (isAbsolute(path)) return decodePercent(requested).endsWith(`/${path}`)
  return requested.includes('%') && deceiving.test(requested) && decodePercent(requested).endsWith(path)
}

/** Segments that are names: none empty, none that begins with a dot, no backslash, no NUL. */
function isPlain(path: string): boolean {
  return (
    !path.includes('\\') &&
    !path.includes('\0') &&
    path.split('/').every((segment) => segment !== '' && !segment.startsWith('.'))
  )
}

function unique(first: string, second: string): string[] {
  return first === second ? [first] : [first, second]
}
