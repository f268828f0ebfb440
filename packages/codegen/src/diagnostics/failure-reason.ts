const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is gone',
  EACCES: 'permission denied',
  EPERM: 'the system does not allow it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its path is a loop of links',
  EMFILE: 'too many files are open',
  EFBIG: 'the file is larger than allowed',
  EIO: 'the disk reports an error',
}

/** Why the file system refused, as the end of a sentence. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return error.message
  return `${reasons[code] ?? error.message} (${code})`
}
