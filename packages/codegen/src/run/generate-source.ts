import { checkModule } from '../check/check-module.ts'
import { checkSize } from '../check/large-output.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { emitModule } from '../emit/emit-module.ts'
import type { InputFile } from '../input/find-inputs.ts'
import { type UriNames, uriNamesOf } from '../openapi/document/uri-names.ts'
import type { ParsedSource } from '../parse/parse-sources.ts'
import { slashed } from '../parse/project/source-files.ts'
import type { GeneratedFile } from '../write/generated-file.ts'
import { sign } from '../write/signature.ts'

/** A parsed source, before generation. */
export interface ReadSource extends InputFile {
  readonly parsed: ParsedSource
}

/** The result for one source. */
export interface SourceText {
  readonly sourcePath: string
  /** `undefined` if the source has no DTO, or has an error. */
  readonly file: GeneratedFile | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly isFailed: boolean
  /** Sources whose generated files this one's output imports. */
  readonly sources: readonly string[]
  /** The route parameters that its binders need. */
  readonly uriNames: ReadonlyMap<string, UriNames>
}

/** Checks the model of one source and generates the text of its output. */
export function generateSource({ sourcePath, outputPath, parsed }: ReadSource): SourceText {
  const { module, diagnostics: found, isFailed: isBroken } = parsed
  const checked = module === undefined ? [] : checkModule(module)
  const isFailed = isBroken || checked.some(({ severity }) => severity === 'error')
  const made = module === undefined || isFailed ? undefined : emitModule(module, outputPath)
  const sizes = module === undefined || made === undefined ? [] : checkSize(module, made.text)
  return {
    sourcePath,
    file: made && { sourcePath, path: outputPath, text: sign(made.text) },
    diagnostics: [...found, ...checked, ...sizes].map((one) => withSource(one, sourcePath)),
    isFailed,
    sources: made?.sources ?? [],
    uriNames: module === undefined || made === undefined ? new Map() : uriNamesOf(module),
  }
}

/** Adds the source to a diagnostic about an imported file, whose own path does not reveal the DTO. */
function withSource(diagnostic: Diagnostic, sourcePath: string): Diagnostic {
  const isElsewhere = diagnostic.span !== undefined && diagnostic.span.path !== slashed(sourcePath)
  return isElsewhere ? { ...diagnostic, sources: [sourcePath] } : diagnostic
}
