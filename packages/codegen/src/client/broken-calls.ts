import { ts } from 'ts-morph'
import { breakingCatalog } from '../diagnostics/breaking-catalog.ts'
import { type Diagnostic, diagnose } from '../diagnostics/diagnose.ts'
import { isGenerated } from '../emit/text/banner.ts'
import { libFolder, libraryText } from '../parse/project/library-text.ts'
import { defaultLibPath, slashed } from '../parse/project/source-files.ts'
import { spanOf } from '../parse/project/spans.ts'
import { Tsconfigs } from '../parse/project/tsconfigs.ts'
import type { ClientFile } from './client-options.ts'

/**
 * The places that a new client breaks in the project of its file: errors of the compiler that the client on disk does not give.
 *
 * @param files the new client
 */
export function findBrokenCalls(files: readonly ClientFile[], cwd: string): readonly Diagnostic[] {
  const [main] = files
  if (main === undefined) return []
  const tsconfigs = new Tsconfigs({ cwd, tsconfig: undefined, disk: ts.sys })
  const options: ts.CompilerOptions = { ...tsconfigs.optionsOf(main.path), noEmit: true, skipLibCheck: true }
  const texts = new Map(files.map(({ path, text }) => [slashed(path), text]))
  const roots = rootsOf(tsconfigs.pathOf(main.path), main.path)
  const before = ts.createProgram([...roots], options, hostWith(new Map(), options))
  const known = new Set(errorsOf(before, texts).map(keyOf))
  const after = ts.createProgram(
    [...new Set([...roots, ...texts.keys()])],
    options,
    hostWith(texts, options),
    before,
  )
  return errorsOf(after, texts)
    .filter((one) => !known.has(keyOf(one)))
    .map(({ file, start, length = 0, messageText }) =>
      diagnose(
        breakingCatalog.brokenCall,
        spanOf(file, start, start + length),
        ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ').replace(/\.$/, ''),
      ),
    )
}

type LocatedError = ts.Diagnostic & { readonly file: ts.SourceFile; readonly start: number }

/** The files of a tsconfig; without one, those beside the client. */
function rootsOf(tsconfig: string | undefined, output: string): readonly string[] {
  if (tsconfig === undefined) return ts.sys.readDirectory(folderOf(output), ['.ts', '.tsx', '.mts', '.cts'])
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, folderOf(tsconfig), undefined, tsconfig).fileNames
}

function folderOf(path: string): string {
  return slashed(path).replace(/\/[^/]*$/, '')
}

/** A host with the compiler's library, and with the new client in place of the one on disk. */
function hostWith(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true)
  const textOf = (path: string): string | undefined => {
    const name = slashed(path)
    return name.startsWith(libFolder) ? libraryText(name.slice(libFolder.length)) : texts.get(name)
  }
  return {
    ...host,
    getDefaultLibFileName: defaultLibPath,
    getDefaultLibLocation: () => libFolder,
    fileExists: (path) => textOf(path) !== undefined || host.fileExists(path),
    readFile: (path) => textOf(path) ?? host.readFile(path),
    getSourceFile: (path, settings, onError) => {
      const text = textOf(path)
      return text === undefined
        ? host.getSourceFile(path, settings, onError)
        : ts.createSourceFile(path, text, settings, true)
    },
  }
}

/** Errors outside of the client, in files of the user. */
function errorsOf(program: ts.Program, texts: ReadonlyMap<string, string>): readonly LocatedError[] {
  return program
    .getSourceFiles()
    .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && !texts.has(slashed(fileName)))
    .filter((file) => !program.isSourceFileFromExternalLibrary(file) && !isGenerated(file.text))
    .flatMap((file) => program.getSemanticDiagnostics(file))
    .filter((one): one is LocatedError => one.file !== undefined && one.start !== undefined)
    .filter(({ category }) => category === ts.DiagnosticCategory.Error)
}

function keyOf({ file, start, code }: LocatedError): string {
  return `${file.fileName}:${start}:${code}`
}
