const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EISDIR: 'a folder has this name',
  ENOTDIR: 'part of its path is a file, not a folder',
  EEXIST: 'part of its path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its path contains a loop of links',
  EMFILE: 'too many open files',
  EFBIG: 'the file is too large',
  EIO: 'disk error',
}

/** The file system's reason, with its code: `permission denied (EACCES)`. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return error.message
  return `${reasons[code] ?? error.message} (${code})`
}
