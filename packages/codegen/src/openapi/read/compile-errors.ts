import { isBuiltin } from 'node:module'
import { ts } from 'ts-morph'
import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { isGenerated } from '../../emit/text/banner.ts'
import { libraryText } from '../../parse/project/library-text.ts'
import { isOwn } from '../../parse/project/source-files.ts'
import { spanOf } from '../../parse/project/spans.ts'
import { type AppProject, openPlain } from './app-project.ts'

/** An error of the compiler with its place. */
type LocatedError = ts.Diagnostic & { readonly file: ts.SourceFile; readonly start: number }

/**
 * The compiler's errors in the sources of an app.
 *
 * @param opened without the types of node and browsers; only errors that these do not explain load them
 */
export function compileErrors(opened: AppProject, isForced: boolean): readonly Diagnostic[] {
  const { program } = opened.project
  // As with `tsc`: types of a source with a syntax error are not reported.
  const syntax = sourcesOf(program).flatMap((file) => program.getSyntacticDiagnostics(file))
  if (syntax.length > 0) return syntax.map((one) => diagnoseCompileError(one, isForced))
  const { lib } = opened.tsconfigs.optionsOf(opened.entry)
  const hasDom = lib?.some((name) => name.startsWith('lib.dom.')) ?? true
  if (!sourcesOf(program).some((file) => hasSuspect(errorsIn(file, program), hasDom))) return []
  const plain = openPlain(opened)
  return sourcesOf(plain)
    .flatMap((file) => errorsIn(file, plain))
    .map((one) => diagnoseCompileError(one, isForced))
}

export function diagnoseCompileError(
  { file, start, length, messageText }: ts.DiagnosticWithLocation | LocatedError,
  isForced: boolean,
): Diagnostic {
  // Its first sentence has the mistake; the compiler itself shows the others.
  const text = typeof messageText === 'string' ? messageText : messageText.messageText
  const span = spanOf(file, start, start + (length ?? 0))
  const error = diagnose(openApiCatalog.brokenSource, span, text.replace(/\.$/, ''))
  return isForced ? { ...error, severity: 'warning' } : error
}

/** Generated files take most of the time, and `--check` compares them with their sources. */
function sourcesOf(program: ts.Program): readonly ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(
      ({ fileName, isDeclarationFile, text }) => !isDeclarationFile && isOwn(fileName) && !isGenerated(text),
    )
}

/** Errors, without what only is superfluous, such as an unused variable. */
function errorsIn(file: ts.SourceFile, program: ts.Program): readonly LocatedError[] {
  return program.getSemanticDiagnostics(file).filter(isLocated).filter(isError)
}

function isError({ category, reportsUnnecessary }: ts.Diagnostic): boolean {
  return category === ts.DiagnosticCategory.Error && reportsUnnecessary === undefined
}

function isLocated(one: ts.Diagnostic): one is LocatedError {
  return one.file !== undefined && one.start !== undefined
}

/** Whether there is an error that a missing type of node or browsers does not explain. */
function hasSuspect(errors: readonly LocatedError[], hasDom: boolean): boolean {
  const others = errors.filter((one) => !isOfLeftOut(one, hasDom))
  // A callback of a missing function has parameters without a type.
  if (others.length < errors.length) return others.some(({ code }) => code < 7000 || code >= 7100)
  return others.length > 0
}

/** `Cannot find name` and `namespace` in their forms, some with advice to install types, and `Cannot find module`. */
const notFound: readonly number[] = [
  2304, 2307, 2503, 2552, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2792, 2867, 2868,
]
const noProperty = 2339

function isOfLeftOut({ file, start, length = 0, code }: LocatedError, hasDom: boolean): boolean {
  const text = file.text.slice(start, start + length).replaceAll(/['"`]/g, '')
  // Its members are declared by node and browsers.
  if (code === noProperty) return /\bimport\.meta\.$/.test(file.text.slice(Math.max(0, start - 13), start))
  if (!notFound.includes(code)) return false
  return isBuiltin(text) || text === 'NodeJS' || text in globalThis || (hasDom && isOfBrowser(text))
}

let browser: string | undefined

/** Whether a name is declared in the library of browsers. */
function isOfBrowser(name: string): boolean {
  browser ??= libraryText('lib.dom.d.ts') ?? ''
  return ['declare var', 'declare function', 'interface', 'type'].some((before) =>
    new RegExp(`\\n${before} ${name}\\b`).test(browser ?? ''),
  )
}
