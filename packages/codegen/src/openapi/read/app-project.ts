import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Disk } from '../../disk/recorded-disk.ts'
import { UsageError } from '../../input/usage-error.ts'
import { ts } from '../../parse/compiler.ts'
import { slashed } from '../../parse/source-files.ts'
import { openProject, type ProjectRequest, type SourceProject } from '../../parse/source-project.ts'
import { runtimeTypes } from '../../parse/tiny-lib.ts'
import { Tsconfigs } from '../../parse/tsconfigs.ts'

export interface AppProject {
  readonly project: SourceProject
  /** The folder of the runtime's declarations. */
  readonly runtime: string
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
export function openApps({ entries, cwd, tsconfig, disk, isLight = false }: AppRequest): AppProject {
  const [entry = cwd] = entries
  const tsconfigs = new Tsconfigs({ cwd, tsconfig, disk: disk ?? ts.sys })
  const options = tsconfigs.optionsOf(entry)
  const runtime = ts.resolveModuleName('@ctxgen/runtime', entry, options, disk ?? ts.sys).resolvedModule
  if (runtime === undefined) {
    throw new UsageError(`${entry} needs @ctxgen/runtime: npm i @ctxgen/runtime`)
  }
  const path = runtime.resolvedFileName
  const request: ProjectRequest = {
    paths: [...tsconfigs.declarationsOf(entry), ...entries],
    cwd,
    lib: 'real',
    runtime: `${runtimeTypes}\nexport * from ${JSON.stringify(slashed(path).replace(/\.d\.ts$/, '.js'))}\n`,
    replaced: (module) => (isBelow(module, path) ? module : sourceOfDeclaration(module)),
    ...(disk === undefined ? {} : { disk }),
  }
  return {
    project: openProject(request, isLight ? lightened(options) : options),
    runtime: slashed(dirname(path)),
  }
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
function sourceOfDeclaration(module: ts.ResolvedModuleFull): ts.ResolvedModuleFull {
  const { resolvedFileName: path } = module
  const map = `${path}.map`
  const isBuilt = /\.d\.[mc]?ts$/.test(path) && !path.includes('/node_modules/')
  if (!isBuilt || !existsSync(map)) return module
  const content: unknown = JSON.parse(readFileSync(map, 'utf8'))
  const sources =
    typeof content === 'object' && content !== null && 'sources' in content ? content.sources : []
  const [source] = Array.isArray(sources) ? sources : []
  const file = typeof source === 'string' ? resolve(dirname(path), source) : ''
  if (!/\.[mc]?tsx?$/.test(file) || !existsSync(file)) return module
  return { ...module, resolvedFileName: slashed(file), extension: ts.Extension.Ts }
}
