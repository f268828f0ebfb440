import { statSync } from 'node:fs'
import { type Ctx, type Handler, HttpError, type SendFileOptions } from '@ctxgen/runtime'
import { matchedPath } from '@ctxgen/runtime/middleware'
import { checkNumber } from './chain/check-option.ts'

/** The options of {@link serveStatic}, beside those of `c.sendFile()`. */
export interface StaticOptions extends Omit<SendFileOptions, 'root'> {
  /** The file of a folder; `false` for none. Default: `index.html`. */
  readonly index?: string | false
  /** Answers Range requests. Default: true. */
  readonly byteRange?: boolean
  /** The names of files that never change, such as those with a hash: they are cached for a year. Default: none. */
  readonly immutable?: RegExp
}

/**
 * Serves the files of a folder: `app.use('/assets', serveStatic('public'))`, or as the handler of a route that ends in a
 * wildcard. A path without a file goes to the next handler, as do other methods than GET and HEAD. Names that begin with
 * a dot, links out of the folder, and disguised spellings of a path are not found.
 * @throws TypeError for a root that is a file, unless `fs` has it; RangeError for an invalid time.
 */
export function serveStatic(root: string, options: StaticOptions = {}): Handler {
  const { index = 'index.html', immutable, ...rest } = options
  checkNumber('serveStatic: maxAge', rest.maxAge)
  checkRoot(root, rest.fs === undefined)
  const send: SendFileOptions = { byteRange: true, ...rest, root }
  return async (c) => {
    const method = c.method()
    const file = method === 'GET' || method === 'HEAD' ? fileOf(c) : undefined
    const isFolder = file === '' || file?.endsWith('/') === true
    if (file !== undefined && !isFolder && (await isSent(c, file, send))) {
      if (immutable?.test(file) === true) c.set('Cache-Control', 'public, max-age=31536000, immutable')
      return
    }
    if (file === undefined || index === false) return c.next()
    if (!(await isSent(c, isFolder ? file + index : `${file}/${index}`, send))) return c.next()
    // Relative links of the page need the slash.
    if (!c.path().endsWith('/')) toFolder(c)
  }
}

/** An empty root would serve the working directory. */
function checkRoot(root: string, isOnDisk: boolean): void {
  if (typeof root !== 'string' || root === '') throw new TypeError('serveStatic: a folder is needed')
  const isFolder = isOnDisk ? isFolderOnDisk(root) : true
  if (isFolder === false) throw new TypeError(`serveStatic: ${root} is not a folder`)
  // A build may yet make it.
  if (isFolder === undefined)
    console.warn(`serveStatic: there is no folder ${root}, so its files are not found`)
}

/** `undefined` for none; `true` where it cannot be known: without the right to look, or a file system. */
function isFolderOnDisk(path: string): boolean | undefined {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && /^ENO(?:ENT|TDIR)$/.test(String(error.code))
    return isMissing ? undefined : true
  }
}

/** The path below the mount; `undefined` for a path that is not below it. */
function fileOf(c: Ctx): string | undefined {
  const { path, params } = c.route()
  const wildcard = params.find((name) => name.startsWith('*') || name.startsWith('+'))
  if (wildcard !== undefined) return c.params(wildcard)
  if (/[:*+\\]/.test(path))
    throw new Error(`serveStatic: the path of use() is fixed, or the route ends in *: ${path}`)
  const prefix = path.endsWith('/') ? path.slice(0, -1) : path
  return matchedPath(c).slice(prefix.length).replace(/^\//, '')
}

async function isSent(c: Ctx, file: string, options: SendFileOptions): Promise<boolean> {
  try {
    await c.sendFile(file, options)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return false
    throw error
  }
}

function toFolder(c: Ctx): void {
  const [path = '', query] = c.originalURL().split('?', 2)
  // Two slashes at the beginning would name another host.
  const target = `/${path.replace(/^[/\\]+/, '')}/`
  c.redirect()
    .status(301)
    .to(query === undefined ? target : `${target}?${query}`)
}
