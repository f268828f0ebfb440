import { realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isInside } from '../disk/project-root.ts'
import { filesBelow } from './files-below.ts'
import { globs } from './globs.ts'
import { isSourceName, outputPathOf } from './output-path.ts'
import { UsageError } from './usage-error.ts'

export interface FindInputsOptions {
  readonly inputs: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly outDir?: string
  /** The folders that `outDir` mirrors, where the project has more inputs than these. */
  readonly roots?: readonly string[]
}

/** One source and where its binders go. All paths are absolute. */
export interface InputFile {
  readonly sourcePath: string
  readonly outputPath: string
  /**
   * The folder that `outDir` mirrors: the outermost of the project's that holds the source, else the input folder, a file's
   * own, or the part of a glob before its first wildcard.
   */
  readonly inputRoot: string
}

/** A place the run reads from: one file, or a folder with everything below it. A glob counts as its folder. */
export interface InputRoot {
  readonly kind: 'file' | 'folder'
  readonly path: string
}

export interface FoundInputs {
  /** Every source once, in order of path whatever the order of the inputs. */
  readonly files: readonly InputFile[]
  readonly roots: readonly InputRoot[]
  /** The folders that `outDir` mirrors. */
  readonly mirrored: readonly string[]
  /** Absolute. */
  readonly outDir?: string
}

/**
 * Finds the sources that files, folders and globs stand for. Below a folder, links, dot folders and `node_modules`
 * are not followed; a link that is named itself is.
 *
 * @throws UsageError for a path that does not exist.
 */
export function findInputs(options: FindInputsOptions): FoundInputs {
  const outDir = options.outDir === undefined ? undefined : resolve(options.cwd, options.outDir)
  const places = options.inputs.map((input) => findPlace(input, options.cwd))
  const { roots = [] } = options
  const sources = new Map<string, InputFile>()
  for (const place of places) {
    for (const found of sourcesOf(place)) {
      const { sourcePath, realPath } = found
      const inputRoot = mirroredRoot(sourcePath, roots) ?? found.inputRoot
      const file = { sourcePath, inputRoot, outputPath: outputPathOf(sourcePath, inputRoot, outDir) }
      const known = sources.get(realPath)
      if (known === undefined || comesBefore(file, known)) sources.set(realPath, file)
    }
  }
  const files = [...sources.values()].sort((a, b) => comparePaths(a.sourcePath, b.sourcePath))
  const mirrored = roots.length > 0 ? roots : places.map(folderOf)
  return { files, roots: places.map(rootOf), mirrored, ...(outDir === undefined ? {} : { outDir }) }
}

/** The outermost of some folders that holds a source. */
export function mirroredRoot(sourcePath: string, folders: readonly string[]): string | undefined {
  const covers = folders.filter((folder) => isInside(folder, sourcePath))
  return covers.sort((a, b) => a.length - b.length)[0]
}

/** What an input turned out to be. */
type Place =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'glob'; readonly path: string; readonly pattern: string }

interface FoundSource {
  readonly sourcePath: string
  readonly realPath: string
  readonly inputRoot: string
}

function findPlace(input: string, cwd: string): Place {
  if (input === '') throw new UsageError('An input is empty.')
  const path = resolve(cwd, input)
  // A path that exists is meant as it stands, whatever characters it holds: `app/[id]/dto.ts`.
  const found = statOf(path)
  if (found?.isFile()) return { kind: 'file', path }
  if (found?.isDirectory()) return { kind: 'folder', path }
  if (found !== undefined) throw new UsageError(`${input} is neither a file nor a folder.`)
  if (/^!(?!\()/.test(input)) throw new UsageError(`${input} excludes; an input can only say what to read.`)
  if (!globs().isDynamicPattern(input)) throw new UsageError(`${input} does not exist.`)
  return findGlob(input, cwd)
}

function findGlob(input: string, cwd: string): Place {
  const parts = (sep === '\\' ? input.replaceAll('\\', '/') : input).split('/')
  const { isDynamicPattern } = globs()
  // A brace may span several parts (`{a/b,c}`), so an opening one ends what is static; so does an escape.
  const split = parts.findIndex((part) => isDynamicPattern(part) || /[{(\\]/.test(part))
  const path = resolve(cwd, split === 0 ? '.' : `${parts.slice(0, split).join('/')}/`)
  if (!statOf(path)?.isDirectory())
    throw new UsageError(`${input} matches nothing: its folder does not exist.`)
  return { kind: 'glob', path, pattern: parts.slice(split).join('/') }
}

function sourcesOf(place: Place): readonly FoundSource[] {
  if (place.kind === 'file') {
    if (!isSourceName(basename(place.path))) return []
    const realPath = realpathSync.native(place.path)
    return [{ sourcePath: place.path, realPath, inputRoot: dirname(place.path) }]
  }
  const realRoot = realpathSync.native(place.path)
  return pathsOf(place).map((sourcePath) => ({
    sourcePath,
    realPath: join(realRoot, relative(place.path, sourcePath)),
    inputRoot: place.path,
  }))
}

function pathsOf(place: Exclude<Place, { kind: 'file' }>): readonly string[] {
  if (place.kind === 'folder') return filesBelow(place.path, isSourceName)
  const names = globs().globSync(place.pattern, {
    cwd: place.path,
    followSymbolicLinks: false,
    ignore: '**/node_modules/**',
  })
  return names.filter(isSourceName).map((name) => join(place.path, name))
}

/** Of two ways to the same source the one from the outer folder wins: `src src/dto/a.ts` is as good as `src`. */
function comesBefore(a: InputFile, b: InputFile): boolean {
  const depth = (file: InputFile): number => relative(file.inputRoot, file.sourcePath).split(sep).length
  const deeper = depth(a) - depth(b)
  return deeper === 0 ? comparePaths(a.sourcePath, b.sourcePath) < 0 : deeper > 0
}

function folderOf({ kind, path }: Place): string {
  return kind === 'file' ? dirname(path) : path
}

function rootOf(place: Place): InputRoot {
  return { kind: place.kind === 'file' ? 'file' : 'folder', path: place.path }
}

/** By code unit, so that no locale has a say. */
function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A file in the middle of the path (ENOTDIR), a loop of links, a folder that may not be read.
    return undefined
  }
}
