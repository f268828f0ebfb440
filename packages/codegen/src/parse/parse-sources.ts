import { ts } from 'ts-morph'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DtoModule } from '../model/dto.ts'
import { parseModule } from './parse-module.ts'
import { ParseRun, spanOf } from './parse-run.ts'
import { openProject, type ProjectRequest, type SourceProject } from './source-project.ts'
import { TagNames } from './tag-names.ts'

export interface ParseRequest extends Omit<ProjectRequest, 'lib'> {
  readonly aliasTag: string | undefined
  readonly missing: 'error' | 'zero'
}

export interface ParseResult {
  /** Sources that have DTOs. */
  readonly modules: readonly DtoModule[]
  readonly diagnostics: readonly Diagnostic[]
  /** Sources that an error keeps from being written. */
  readonly failedSources: ReadonlySet<string>
}

/** Reads the DTOs of all sources. A name that our small library does not have sends the run to the real one. */
export function parseSources(request: ParseRequest): ParseResult {
  const quick = parseWith(request, 'tiny')
  return quick.foundUnresolved ? parseWith(request, 'real') : quick
}

function parseWith(
  request: ParseRequest,
  lib: ProjectRequest['lib'],
): ParseResult & { foundUnresolved: boolean } {
  const project = openProject({ ...request, lib })
  const run = new ParseRun(project, new TagNames(request.aliasTag), request.missing)
  const modules = request.paths.flatMap((path) => {
    run.source = path
    const file = project.program.getSourceFile(path)
    if (file === undefined || reportSyntax(file, project, run)) return []
    return parseModule(file, importExtension(path, project.options), run) ?? []
  })
  return {
    modules,
    diagnostics: run.diagnostics,
    failedSources: run.failedSources,
    foundUnresolved: run.foundUnresolved,
  }
}

function reportSyntax(file: ts.SourceFile, project: SourceProject, run: ParseRun): boolean {
  const faults = project.program.getSyntacticDiagnostics(file)
  for (const { start, length, messageText } of faults) {
    run.report(
      catalog.syntax,
      spanOf(file, start, start + length),
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    )
  }
  return faults.length > 0
}

/** The extension that the user's own imports have, as far as the tsconfig tells. */
function importExtension(path: string, options: ts.CompilerOptions): DtoModule['importExtension'] {
  const letter = /\.([mc])ts$/.exec(path)?.[1] ?? ''
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) {
    return `.${letter}ts` as DtoModule['importExtension']
  }
  const bundled = options.moduleResolution === ts.ModuleResolutionKind.Bundler
  return (bundled && letter === '' ? '' : `.${letter}js`) as DtoModule['importExtension']
}
