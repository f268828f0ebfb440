import { dirname, resolve } from 'node:path'
import { ts } from 'ts-morph'
import type { Disk } from '../../disk/recorded-disk.ts'
import { UsageError } from '../../input/usage-error.ts'
import { affectedFiles, isLookedFor, isNamed } from '../../parse/project/import-graph.ts'
import { isOwn, slashed, withRealPaths } from '../../parse/project/source-files.ts'
import {
  openProject,
  type ProjectRequest,
  reopenProject,
  type SourceProject,
} from '../../parse/project/source-project.ts'
import { runtimeTypes } from '../../parse/project/tiny-lib.ts'
import { Tsconfigs } from '../../parse/project/tsconfigs.ts'
import { KeptAnswers } from './kept-answers.ts'

export interface AppProject {
  /** The module whose tsconfig counts. */
  readonly entry: string
  readonly project: SourceProject
  readonly tsconfigs: Tsconfigs
  /** Of this project and of those before it. */
  readonly answers: KeptAnswers
  /** The folder of the runtime's declarations. */
  readonly runtime: string
  readonly disk: Disk
  readonly request: ProjectRequest
}

export interface AppRequest {
  /** Absolute paths of the apps' modules. */
  readonly entries: readonly string[]
  readonly cwd: string
  readonly tsconfig: string | undefined
  readonly disk?: Disk
  /** Without the types of browsers and of node, which few answers have and which take two thirds of the time. */
  readonly isLight?: boolean
}

/** The files that apps consist of, their tsconfigs, and failed lookups. */
export function dependenciesOf({ entry, project, tsconfigs }: AppProject): AppDependencies {
  const { found, missing } = tsconfigs.paths
  const read = project.program.getSourceFiles().map(({ fileName }) => slashed(fileName))
  return {
    files: [...project.files.withTargets(read.filter(isOwn)), ...found],
    missing: [...project.files.lookedFor, ...missing.filter(isOwn)],
    trees: tsconfigs.foldersOf(entry).map((folder) => resolve(folder)),
  }
}

export interface AppDependencies {
  readonly files: readonly string[]
  /** Paths that would matter if they appeared. */
  readonly missing: readonly string[]
  /** Folders in which a new declaration file counts without an import. */
  readonly trees: readonly string[]
}

/** Opens apps with everything they import. @throws UsageError without the runtime, or for an unreadable tsconfig. */
export function openApps({ entries, cwd, tsconfig, disk = ts.sys, isLight = false }: AppRequest): AppProject {
  const [entry = cwd] = entries
  const tsconfigs = new Tsconfigs({ cwd, tsconfig, disk })
  const options = tsconfigs.optionsOf(entry)
  const runtime = ts.resolveModuleName('@ctxgen/runtime', entry, options, disk).resolvedModule
  if (runtime === undefined) {
    throw new UsageError(`${entry} needs @ctxgen/runtime: npm i @ctxgen/runtime`)
  }
  const path = runtime.resolvedFileName
  const request: ProjectRequest = {
    paths: [...tsconfigs.declarationsOf(entry), ...entries],
    cwd,
    hasTsconfig: tsconfigs.pathOf(entry) !== undefined,
    lib: 'real',
    runtime: `${runtimeTypes}\nexport * from ${JSON.stringify(slashed(path).replace(/\.d\.ts$/, '.js'))}\n`,
    replaced: (module) => (isBelow(module, path) ? module : sourceOfDeclaration(module, disk)),
    disk,
  }
  return {
    entry,
    project: openProject(request, isLight ? lightened(options) : options),
    tsconfigs,
    answers: new KeptAnswers(),
    runtime: slashed(dirname(path)),
    disk,
    request,
  }
}

/** Opens the apps as the tsconfig's compiler does, for its errors. */
export function openPlain({ entry, tsconfigs, request }: AppProject): ts.Program {
  const { paths, cwd, hasTsconfig = false, disk = ts.sys } = request
  return openProject(
    { paths, cwd, hasTsconfig, disk, lib: 'real', isPlain: true },
    tsconfigs.optionsOf(entry),
  ).program
}

/**
 * Opens apps again; only changed files are parsed.
 *
 * @param touched absolute paths of files and folders that may have changed
 * @returns `undefined` after a change of a tsconfig or with a new declaration file, when they must be opened anew
 */
export function reopenApps(opened: AppProject, touched: readonly string[]): AppProject | undefined {
  const { entry, project: before, request, tsconfigs, answers, disk } = opened
  const { files } = before
  const names = files.withLinks(withRealPaths(touched))
  if (names.some((path) => tsconfigs.has(path))) return undefined
  // A folder is touched as a whole when it appears.
  const mayDeclare = names.some((path) => !/\.[mc]?[jt]sx?$/.test(path) || /\.d\.[mc]?ts$/.test(path))
  if (mayDeclare && tsconfigs.declarationsOf(entry).some((path) => !request.paths.includes(path)))
    return undefined
  const isFound =
    isLookedFor(names, files) ||
    request.paths.some((path) => files.textOf(path) === undefined && disk.fileExists(path))
  const imports = new Map(files.imports)
  const known = files.paths.filter((path) => isNamed(path, names))
  const changes = known.map((path) => files.refresh(path)).filter((how) => how !== 'same')
  if (changes.length === 0 && !isFound) return opened
  const isMoved = isFound || changes.some((how) => how !== 'changed')
  const project = reopenProject(before, request, isMoved)
  const affected = affectedFiles({ program: before.program, imports }, { ...project, imports: files.imports })
  if (affected === undefined) answers.clear()
  else answers.forget(affected)
  return { ...opened, project }
}

function lightened(options: ts.CompilerOptions): ts.CompilerOptions {
  const isBrowser = (name: string): boolean => /^lib\.(?:dom|webworker|scripthost)/.test(name)
  const lib = options.lib?.filter((name) => !isBrowser(name)) ?? ['lib.es2023.d.ts']
  return { ...options, types: [], lib }
}

function isBelow({ resolvedFileName }: ts.ResolvedModuleFull, entry: string): boolean {
  return resolvedFileName.startsWith(`${dirname(entry)}/`)
}

/** The source behind a built package of the workspace: its code can be read, its declarations only have types. */
function sourceOfDeclaration(module: ts.ResolvedModuleFull, disk: Disk): ts.ResolvedModuleFull {
  const { resolvedFileName: path } = module
  const isBuilt = /\.d\.[mc]?ts$/.test(path) && !path.includes('/node_modules/')
  const map = isBuilt ? disk.readFile(`${path}.map`) : undefined
  if (map === undefined) return module
  const content: unknown = JSON.parse(map)
  const sources =
    typeof content === 'object' && content !== null && 'sources' in content ? content.sources : []
  const [source] = Array.isArray(sources) ? sources : []
  const file = typeof source === 'string' ? resolve(dirname(path), source) : ''
  if (!/\.[mc]?tsx?$/.test(file) || !disk.fileExists(file)) return module
  return { ...module, resolvedFileName: slashed(file), extension: ts.Extension.Ts }
}
