import { dirname, resolve } from 'node:path'
import type { Disk } from '../../disk/recorded-disk.ts'
import { UsageError } from '../../input/usage-error.ts'
import { ts } from '../../parse/compiler.ts'
import { slashed } from '../../parse/source-files.ts'
import {
  openProject,
  type ProjectRequest,
  reopenProject,
  type SourceProject,
} from '../../parse/source-project.ts'
import { runtimeTypes } from '../../parse/tiny-lib.ts'
import { Tsconfigs } from '../../parse/tsconfigs.ts'

export interface AppProject {
  readonly project: SourceProject
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
    lib: 'real',
    runtime: `${runtimeTypes}\nexport * from ${JSON.stringify(slashed(path).replace(/\.d\.ts$/, '.js'))}\n`,
    replaced: (module) => (isBelow(module, path) ? module : sourceOfDeclaration(module, disk)),
    disk,
  }
  return {
    project: openProject(request, isLight ? lightened(options) : options),
    runtime: slashed(dirname(path)),
    disk,
    request,
  }
}

/** Opens apps again; only changed files are parsed. @param touched absolute paths that may have changed */
export function reopenApps(opened: AppProject, touched: readonly string[]): AppProject {
  const { files } = opened.project
  const changes = touched.map((path) => files.refresh(path))
  if (changes.every((how) => how === 'same')) return opened
  const isMoved = changes.some((how) => how === 'came' || how === 'gone')
  return { ...opened, project: reopenProject(opened.project, opened.request, isMoved) }
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
