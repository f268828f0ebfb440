import { checkModule } from './check/check-module.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import { emitModule } from './emit/emit-module.ts'
import type { GeneratedFile } from './generated-file.ts'
import type { InputFile } from './input/find-inputs.ts'
import type { ParsedSource } from './parse/parse-sources.ts'
import { slashed } from './parse/source-files.ts'
import { sign } from './write/signature.ts'

/** A source that was read, of which the output is still to be made. */
export interface ReadSource extends InputFile {
  readonly parsed: ParsedSource
}

/** What became of one source. */
export interface SourceText {
  readonly sourcePath: string
  /** `undefined` when the source has no DTO, or an error. */
  readonly file: GeneratedFile | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly isFailed: boolean
  /** The sources whose generated files its own imports. */
  readonly sources: readonly string[]
}

/** One source, from its model to the text of its output. */
export function generateSource({ sourcePath, outputPath, parsed }: ReadSource): SourceText {
  const { module, diagnostics: found, isFailed: isBroken } = parsed
  const checked = module === undefined ? [] : checkModule(module)
  const isFailed = isBroken || checked.some(({ severity }) => severity === 'error')
  const made = module === undefined || isFailed ? undefined : emitModule(module, outputPath)
  return {
    sourcePath,
    file: made && { sourcePath, path: outputPath, text: sign(made.text) },
    diagnostics: [...found, ...checked].map((one) => withSource(one, sourcePath)),
    isFailed,
    sources: made?.sources ?? [],
  }
}

/** What stands in an imported file, of a package perhaps, does not show by itself whose DTO it is about. */
function withSource(diagnostic: Diagnostic, sourcePath: string): Diagnostic {
  const isElsewhere = diagnostic.span !== undefined && diagnostic.span.path !== slashed(sourcePath)
  return isElsewhere ? { ...diagnostic, sources: [sourcePath] } : diagnostic
}
