import { ts } from 'ts-morph'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DtoModule } from '../model/dto.ts'
import type { SourceSpan } from '../model/source-span.ts'
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
    const text = ts.flattenDiagnosticMessageText(messageText, '\n')
    run.report(catalog.syntax, faultSpan(file, start, length), text)
  }
  return faults.length > 0
}

/** What is missing at the end of a line is reported where it should stand, not at the token after it. */
function faultSpan(file: ts.SourceFile, start: number, length: number): SourceSpan {
  const before = file.text.slice(0, start)
  const end = before.trimEnd().length
  return before.slice(end).includes('\n') ? spanOf(file, end, end) : spanOf(file, start, start + length)
}

/** The extension that the user's own imports have, as far as the tsconfig tells. */
function importExtension(path: string, options: ts.CompilerOptions): DtoModule['importExtension'] {
  const letter = /\.([mc])ts$/.exec(path)?.[1] ?? ''
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) {
    return `.${letter}ts` as DtoModule['importExtension']
  }
  // Only the old resolution of CommonJS wants none: everywhere else `.js` finds the source as well.
  const isOld = options.moduleResolution === ts.ModuleResolutionKind.Node10
  return (isOld ? '' : `.${letter}js`) as DtoModule['importExtension']
}
