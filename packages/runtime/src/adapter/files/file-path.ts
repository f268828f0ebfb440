import { isAbsolute, join, resolve, sep } from 'node:path'
import { decodePercent } from '@ctxgen/core/percent'
import { HttpError } from '../../error/http-error.ts'
import { isPlainName } from '../../request/plain-name.ts'

// Escapes of characters that need none (RFC 3986 section 2.3), or that no name may contain: slash, backslash, NUL. They
// only serve to show different paths to a guard and to the file system.
const deceiving = /%(?:2[defDEF]|3\d|4[1-9a-fA-F]|5[\daAcCfF]|6[1-9a-fA-F]|7[\daAeE]|00)/

/** The path of a request, from which the name of a file may come. */
export interface RequestedPath {
  /** As sent. */
  readonly path: string
  /** The form that routes and guards have matched. */
  readonly form: string
}

/**
 * The paths to look up, in order: as written, then percent-decoded.
 * @throws HttpError 404 for a path that leads out of `root` or is ambiguous.
 */
export function filePaths(path: string, root: string | undefined, requested: RequestedPath): string[] {
  if (path.includes('\0')) throw new HttpError(404)
  const decoded = decodePercent(path)
  if (root === undefined) return unique(resolve(path), resolve(decoded))
  const base = resolve(root)
  const inside = isAbsolute(path) ? insideOf(base, path) : path
  if (inside === undefined || deceiving.test(path) || comesDisguised(path, requested.path))
    throw new HttpError(404)
  if (!isPlain(inside)) throw new HttpError(404)
  const alternative = decodePercent(inside)
  // A parameter from `%2520` is `%20`, which a guard has seen as such: it is not decoded a second time.
  const isOnce = !requested.form.includes('%25')
  return isOnce && isPlain(alternative)
    ? unique(join(base, inside), join(base, alternative))
    : [join(base, inside)]
}

/** Whether a path is below a folder. Both must have their links resolved. */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function insideOf(base: string, path: string): string | undefined {
  const start = base.endsWith(sep) ? base : base + sep
  return path.startsWith(start) ? path.slice(start.length) : undefined
}

/**
 * Whether the name comes from the request's path in a misleading form: with such escapes, or as an absolute path after
 * an empty segment. `/files//srv/public/dir` would evade a guard for `/files/dir`.
 */
function comesDisguised(path: string, requested: string): boolean {
  if (isAbsolute(path)) return decodePercent(requested).endsWith(`/${path}`)
  return requested.includes('%') && deceiving.test(requested) && decodePercent(requested).endsWith(path)
}

/** Segments are plain names without a leading dot. */
function isPlain(path: string): boolean {
  return path.split('/').every((segment) => isPlainName(segment) && !segment.startsWith('.'))
}

function unique(first: string, second: string): string[] {
  return first === second ? [first] : [first, second]
}
