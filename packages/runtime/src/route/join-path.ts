/** A path below a prefix; an empty path is the prefix itself. */
export function joinPath(prefix: string, path: string): string {
  if (path === '' || prefix === '') return path === '' ? prefix : path
  return prefix.replace(/\/+$/, '') + (path.startsWith('/') ? path : `/${path}`)
}
