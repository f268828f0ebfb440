import { existsSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { findProjectRoot, isInside } from '../disk/project-root.ts'
import { realPathOf } from '../disk/questions.ts'
import { filesBelow } from './files-below.ts'
import { globs } from './globs.ts'
import { isSourceName, outputPathOf } from './output-path.ts'
import { UsageError } from './usage-error.ts'

interface FindInputsOptions {
  readonly inputs: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly outDir?: string
  /** The folders that `outDir` mirrors, if the project has more inputs than these. */
  readonly roots?: readonly string[]
}

/** One source and its output. All paths are absolute. */
export interface InputFile {
  readonly sourcePath: string
  readonly outputPath: string
  /**
   * The folder that `outDir` mirrors: the outermost of `roots` around the source, else the input folder, the folder of an
   * input file, or the part of a glob before its first wildcard.
   */
  readonly inputRoot: string
}

/** A file, or a folder with everything below it. A glob counts as its folder. */
export interface InputRoot {
  readonly kind: 'file' | 'folder'
  readonly path: string
}

export interface FoundInputs {
  /** Every source once, sorted by path. */
  readonly files: readonly InputFile[]
  readonly roots: readonly InputRoot[]
  /** The folders that `outDir` mirrors. */
  readonly mirrored: readonly string[]
  /** Input files that are not read because of their name: `.tsx`. */
  readonly unread: readonly string[]
  /** The packages around input folders, in which an earlier run with another `outDir` has written. */
  readonly packages: readonly string[]
  /** Absolute. */
  readonly outDir?: string
}

/**
 * Finds the sources of files, folders and globs. Skips links, dot folders and `node_modules` below a folder; follows a
 * link only as an input itself.
 *
 * @throws UsageError if a path does not exist.
 */
export function findInputs(options: FindInputsOptions): FoundInputs {
  const outDir = options.outDir === undefined ? undefined : resolve(options.cwd, options.outDir)
  const places = options.inputs.map((input) => findPlace(input, options.cwd))
  const { roots: outer = [] } = options
  const sources = new Map<string, InputFile>()
  for (const place of places) {
    for (const found of sourcesOf(place)) {
      const { sourcePath, realPath } = found
      const inputRoot = mirroredRoot(sourcePath, outer) ?? found.inputRoot
      const file = { sourcePath, inputRoot, outputPath: outputPathOf(sourcePath, inputRoot, outDir) }
      const known = sources.get(realPath)
      if (known === undefined || comesBefore(file, known)) sources.set(realPath, file)
    }
  }
  const files = [...sources.values()].sort((a, b) => comparePaths(a.sourcePath, b.sourcePath))
  const mirrored = outer.length > 0 ? outer : places.map(folderOf)
  const roots = places.map(rootOf)
  const packages = packagesAround(roots, options.cwd)
  const unread = roots
    .filter(({ kind, path }) => kind === 'file' && /\.[jt]sx$/.test(path))
    .map(({ path }) => path)
  return { files, roots, mirrored, unread, packages, ...(outDir === undefined ? {} : { outDir }) }
}

function packagesAround(roots: readonly InputRoot[], cwd: string): readonly string[] {
  const folders = roots.filter(({ kind }) => kind === 'folder').map(({ path }) => path)
  if (folders.length === 0) return []
  const project = findProjectRoot(cwd)
  const found = new Set(folders.map((folder) => packageAround(folder, project)))
  // A package may be inside another one.
  return [...found].filter((one) => ![...found].some((other) => other !== one && isInside(other, one)))
}

function packageAround(folder: string, project: string): string {
  const above = dirname(folder)
  const isLast = existsSync(join(folder, 'package.json')) || !isInside(project, realPathOf(above))
  return isLast || above === folder ? folder : packageAround(above, project)
}

/** The outermost of `folders` around a source. */
export function mirroredRoot(sourcePath: string, folders: readonly string[]): string | undefined {
  const covers = folders.filter((folder) => isInside(folder, sourcePath))
  return covers.sort((a, b) => a.length - b.length)[0]
}

/** A resolved input. */
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
  // An existing path is not a glob, whatever its characters: `app/[id]/dto.ts`.
  const found = statOf(path)
  if (found?.isFile()) return { kind: 'file', path }
  if (found?.isDirectory()) return { kind: 'folder', path }
  if (found !== undefined) throw new UsageError(`${input} is neither a file nor a folder.`)
  if (/^!(?!\()/.test(input)) throw new UsageError(`${input} is an exclusion; inputs can only include.`)
  if (!globs().isDynamicPattern(input)) throw new UsageError(`${input} does not exist.`)
  return findGlob(input, cwd)
}

function findGlob(input: string, cwd: string): Place {
  const parts = (sep === '\\' ? input.replaceAll('\\', '/') : input).split('/')
  const { isDynamicPattern } = globs()
  // A brace may span several parts (`{a/b,c}`), so an opening brace ends the static part, as does an escape.
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

/** If two inputs contain a source, the outer folder wins: `src src/dto/a.ts` equals `src`. */
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

/** By code unit, independent of the locale. */
function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A file in the middle of the path (ENOTDIR), a loop of links, or an unreadable folder.
    return undefined
  }
}
