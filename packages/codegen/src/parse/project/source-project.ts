import { ts } from 'ts-morph'
import type { Disk } from '../../disk/recorded-disk.ts'
import { failedLookups } from './failed-lookups.ts'
import { findPnpPackage } from './plug-and-play.ts'
import {
  defaultLibPath,
  isStackOverflow,
  type Resolution,
  runtimePath,
  SourceFiles,
  tinyLibPath,
} from './source-files.ts'
import { nameScalars, runtimeTypes, tinyLib } from './tiny-lib.ts'

/** The compiler's view of the sources. */
export interface SourceProject {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  readonly options: ts.CompilerOptions
  readonly files: SourceFiles
  readonly resolutions: ts.ModuleResolutionCache
}

export interface ProjectRequest {
  /** Absolute paths of the sources. */
  readonly paths: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** Without one, relative imports need no extension. Default: false */
  readonly hasTsconfig?: boolean
  /** The library for type checks: the built-in tiny one, or that of the tsconfig. */
  readonly lib: 'tiny' | 'real'
  /** Default: the real one. */
  readonly disk?: Disk
  /** The text of `@ctxgen/runtime`. Default: the types that DTOs use. */
  readonly runtime?: string
  /** Whether the tsconfig applies as it is: no stricter flags, and the installed `@ctxgen/runtime`. */
  readonly isPlain?: boolean
  /** Replaces a resolved import by a better file. */
  readonly replaced?: (module: ts.ResolvedModuleFull) => ts.ResolvedModuleFull
}

/**
 * Opens the sources and their imports with the options of a tsconfig.
 *
 * @param files those of a project with the other library; default: none is parsed yet
 */
export function openProject(
  request: ProjectRequest,
  options: ts.CompilerOptions,
  files: SourceFiles = newFiles(request, options),
): SourceProject {
  const resolutions = newResolutions(request, options)
  return { ...openProgram(request, { options, files, resolutions }), options, files, resolutions }
}

function newFiles(request: ProjectRequest, options: ts.CompilerOptions): SourceFiles {
  const files = new SourceFiles(options.target ?? ts.ScriptTarget.ES2022, diskOf(request))
  files.add(runtimePath, request.runtime ?? runtimeTypes)
  files.add(tinyLibPath, tinyLib)
  return files
}

/**
 * Reopens a project after {@link SourceFiles.refresh}.
 *
 * @param isMoved whether files were added or removed, so imports may resolve differently
 */
export function reopenProject(
  project: SourceProject,
  request: ProjectRequest,
  isMoved: boolean,
): SourceProject {
  const resolutions = isMoved ? newResolutions(request, project.options) : project.resolutions
  const state = { ...project, resolutions }
  return { ...state, ...openProgram(request, state, { program: project.program, isMoved }) }
}

/** Opens other sources of a project whose imports resolve as before. */
export function openMore(project: SourceProject, request: ProjectRequest): SourceProject {
  return { ...project, ...openProgram(request, project) }
}

function newResolutions({ cwd }: ProjectRequest, options: ts.CompilerOptions): ts.ModuleResolutionCache {
  return ts.createModuleResolutionCache(cwd, (name) => name, options)
}

/** State state across programs. */
type ProjectState = Pick<SourceProject, 'options' | 'files' | 'resolutions'>

function openProgram(
  request: ProjectRequest,
  state: ProjectState,
  old?: { readonly program: ts.Program; readonly isMoved: boolean },
): Pick<SourceProject, 'program' | 'checker'> {
  const options = compilerOptions(state.options, request)
  const own = request.isPlain ? [] : [runtimePath]
  const library = request.lib === 'tiny' ? [tinyLibPath] : []
  // A closure over `old` itself would retain every earlier program.
  const isMoved = old?.isMoved ?? false
  const program = ts.createProgram({
    rootNames: [...own, ...library, ...request.paths],
    options,
    host: {
      ...compilerHost(request, { ...state, options }),
      hasInvalidatedResolutions: () => isMoved,
    },
    ...(old === undefined ? {} : { oldProgram: old.program }),
  })
  try {
    const checker = program.getTypeChecker()
    const runtime = program.getSourceFile(runtimePath)
    if (runtime !== undefined) nameScalars(runtime, checker)
    return { program, checker }
  } catch (error) {
    // The compiler parses `[][][]…` in a loop but binds it by recursion.
    if (!isStackOverflow(error) || !state.files.giveUpDeepest()) throw error
    return openProgram(request, state)
  }
}

function compilerHost(
  request: ProjectRequest,
  { options, files, resolutions }: ProjectState,
): ts.CompilerHost {
  const disk = diskOf(request)
  const host: ts.CompilerHost = {
    getSourceFile: (path, asked) =>
      files.get(path, typeof asked === 'object' ? asked.impliedNodeFormat : undefined),
    fileExists: (path) => files.textOf(path) !== undefined || disk.fileExists(path),
    readFile: (path) => files.textOf(path) ?? disk.readFile(path),
    directoryExists: (path) => disk.directoryExists(path),
    getDirectories: (path) => disk.getDirectories(path),
    getDefaultLibFileName: defaultLibPath,
    getCurrentDirectory: () => request.cwd,
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
    // The compiler also takes the package.json of each folder from it.
    getModuleResolutionCache: () => resolutions,
    resolveModuleNameLiterals: (literals, from, _redirected, _options, file) => {
      const resolved = literals.map((literal) => {
        const mode = ts.getModeForUsageLocation(file, literal, options)
        return { mode, ...resolveImport(literal.text, from, mode) }
      })
      files.resolved(from, new Map(resolved.map((one) => [`${one.name} ${one.mode}`, one])))
      return resolved.map(({ module }) => ({ resolvedModule: module }))
    },
  }
  if (disk.realpath !== undefined) host.realpath = disk.realpath.bind(disk)
  // Without a tsconfig `tsc` accepts relative imports without an extension, unlike Node's resolution.
  const resolvedBare = (name: string, from: string): ts.ResolvedModuleFull | undefined => {
    if (request.hasTsconfig || !/^\.{1,2}(\/|$)/.test(name)) return undefined
    const lenient = { ...options, moduleResolution: ts.ModuleResolutionKind.Bundler }
    return ts.resolveModuleName(name, from, lenient, host).resolvedModule
  }
  const resolveImport = (name: string, from: string, mode: ts.ResolutionMode): Resolution => {
    if (name === '@ctxgen/runtime' && !request.isPlain) {
      const module = { resolvedFileName: runtimePath, extension: ts.Extension.Dts }
      return { name, module, lookedFor: [] }
    }
    const resolve = (text: string, issuer: string): ts.ResolvedModuleWithFailedLookupLocations =>
      ts.resolveModuleName(text, issuer, options, host, resolutions, undefined, mode)
    const found =
      resolve(name, from).resolvedModule ??
      resolvedByPnp(name, from, disk, resolve) ??
      resolvedBare(name, from)
    const module = found && (request.replaced?.(found) ?? found)
    return {
      name,
      module,
      lookedFor: module === undefined ? failedLookups(name, from, options, host, mode) : [],
    }
  }
  return host
}

/** Resolves a package in Yarn's Plug'n'Play, by its `exports` or else by path. */
function resolvedByPnp(
  name: string,
  from: string,
  disk: Disk,
  resolve: (name: string, issuer: string) => ts.ResolvedModuleWithFailedLookupLocations,
): ts.ResolvedModuleFull | undefined {
  const found = findPnpPackage(name, from)
  if (found === undefined) return undefined
  // Reading it records it as a dependency of the cached run.
  if (found.manifest !== undefined) disk.readFile(found.manifest)
  const module =
    resolve(name, found.issuer).resolvedModule ??
    resolve(found.folder + name.slice(found.name.length), from).resolvedModule
  return module && { ...module, isExternalLibraryImport: true }
}

function diskOf({ disk }: ProjectRequest): Disk {
  return disk ?? ts.sys
}

/** Every package of `@types`, the default before TypeScript 6. */
const everyPackage = ['*']

/** The user's options, except those that do not affect resolution or types. */
function compilerOptions(
  user: ts.CompilerOptions,
  { lib, isPlain }: Pick<ProjectRequest, 'lib' | 'isPlain'>,
): ts.CompilerOptions {
  const {
    target,
    lib: userLib,
    types = everyPackage,
    composite: _c,
    incremental: _i,
    declaration: _d,
    ...rest
  } = user
  const library =
    lib === 'tiny'
      ? { noLib: true, types: [] }
      : { types, ...(userLib === undefined ? {} : { lib: userLib }) }
  // TypeScript 6 is strict by default, earlier versions are not.
  const flags = isPlain ? { strict: user.strict ?? false } : { strict: true, strictNullChecks: true }
  return { ...rest, ...flags, noEmit: true, target: target ?? ts.ScriptTarget.ES2022, ...library }
}
