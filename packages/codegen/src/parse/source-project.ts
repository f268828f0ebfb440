import { dirname, join, resolve } from 'node:path'
import { Project, ts } from 'ts-morph'
import { UsageError } from '../input/usage-error.ts'
import { runtimeTypes, tinyLib } from './tiny-lib.ts'

/** The compiler's view of the sources. */
export interface SourceProject {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  readonly options: ts.CompilerOptions
}

export interface ProjectRequest {
  /** Absolute paths of the sources. */
  readonly paths: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** The tsconfig, relative to `cwd`; the nearest one above the first source when left out. */
  readonly tsconfig: string | undefined
  /** The library to check against: our own few types, or the one the user's tsconfig names. */
  readonly lib: 'tiny' | 'real'
}

/** Opens the sources and what they import. @throws UsageError for a tsconfig that cannot be read. */
export function openProject(request: ProjectRequest): SourceProject {
  const userOptions = readUserOptions(request)
  const virtualFolder = join(request.cwd, '__ctxgen__')
  const runtimePath = join(virtualFolder, 'runtime.d.ts')
  const project = new Project({
    compilerOptions: compilerOptions(userOptions, request.lib),
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    skipLoadingLibFiles: request.lib === 'tiny',
    resolutionHost: (host, getOptions) => ({
      resolveModuleNames: (names, from) => resolveAll(names, from, runtimePath, host, getOptions()),
    }),
  })
  project.createSourceFile(runtimePath, runtimeTypes)
  if (request.lib === 'tiny') project.createSourceFile(join(virtualFolder, 'lib.d.ts'), tinyLib)
  for (const path of request.paths) project.addSourceFileAtPath(path)
  const program = project.getProgram().compilerObject
  return { program, checker: program.getTypeChecker(), options: userOptions }
}

function resolveAll(
  names: readonly string[],
  from: string,
  runtimePath: string,
  host: ts.ModuleResolutionHost,
  options: ts.CompilerOptions,
): (ts.ResolvedModule | undefined)[] {
  return names.map((name) =>
    name === '@ctxgen/runtime'
      ? { resolvedFileName: runtimePath, isExternalLibraryImport: false }
      : ts.resolveModuleName(name, from, options, host).resolvedModule,
  )
}

/** Only what decides how imports resolve and which types there are comes from the user. */
function compilerOptions(user: ts.CompilerOptions, lib: ProjectRequest['lib']): ts.CompilerOptions {
  const {
    target,
    lib: userLib,
    types: _types,
    composite: _c,
    incremental: _i,
    declaration: _d,
    ...rest
  } = user
  const library = lib === 'tiny' ? { noLib: true, types: [] } : userLib === undefined ? {} : { lib: userLib }
  return { ...rest, strict: true, noEmit: true, target: target ?? ts.ScriptTarget.ES2022, ...library }
}

function readUserOptions(request: ProjectRequest): ts.CompilerOptions {
  const path = tsconfigPath(request)
  if (path === undefined)
    return { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile)
  if (error !== undefined) throw new UsageError(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  // Which files the tsconfig lists does not matter here, and looking for them would read the whole project.
  const host: ts.ParseConfigHost = {
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: () => [],
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
  }
  return ts.parseJsonConfigFileContent(config, host, dirname(path), undefined, path).options
}

function tsconfigPath({ tsconfig, cwd, paths }: ProjectRequest): string | undefined {
  if (tsconfig === undefined) return ts.findConfigFile(dirname(paths[0] ?? cwd), ts.sys.fileExists)
  const named = resolve(cwd, tsconfig)
  const path = ts.sys.directoryExists(named) ? join(named, 'tsconfig.json') : named
  if (!ts.sys.fileExists(path)) throw new UsageError(`The tsconfig ${tsconfig} does not exist.`)
  return path
}
