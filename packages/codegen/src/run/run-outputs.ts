import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { CheckedSource } from '../openapi/routes/route-check.ts'
import type { FileOutcome } from '../write/generated-file.ts'
import { type WriteContext, writeFiles } from '../write/write-files.ts'
import type { SourceText } from './generate-source.ts'
import { cwdOf, othersOf } from './run-inputs.ts'

export function writeTexts(
  texts: readonly SourceText[],
  options: GenerateOptions,
  scope: Pick<WriteContext, 'inputs' | 'only'>,
): { readonly outcomes: readonly FileOutcome[]; readonly diagnostics: readonly Diagnostic[] } {
  const { mode = 'write', clean = false } = options
  const failedSources = new Set(texts.filter(({ isFailed }) => isFailed).map(({ sourcePath }) => sourcePath))
  const files = texts.flatMap(({ file }) => file ?? [])
  const others = othersOf(options)
  return writeFiles(files, { ...scope, cwd: cwdOf(options), mode, clean, failedSources, others })
}

/** The diagnostics of all sources, sorted by position. A diagnostic of a shared type appears once, with all its sources. */
export function diagnosticsOf(texts: Iterable<SourceText>): readonly Diagnostic[] {
  const unique = new Map<string, Diagnostic>()
  for (const { diagnostics } of texts) {
    for (const one of diagnostics) {
      const key = JSON.stringify([one.message, one.span ?? one.path])
      const { sources = [] } = unique.get(key) ?? {}
      unique.set(key, one.sources === undefined ? one : { ...one, sources: [...sources, ...one.sources] })
    }
  }
  return [...unique.values()].sort(byPlace)
}

/** The sources whose binders need route parameters. */
export function checkedSources(texts: Iterable<SourceText>): readonly CheckedSource[] {
  return [...texts].flatMap(({ sourcePath, file, uriNames }) =>
    file === undefined || uriNames.size === 0 ? [] : [{ sourcePath, outputPath: file.path, uriNames }],
  )
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [left, right] = [a.span?.path ?? a.path ?? '', b.span?.path ?? b.path ?? '']
  if (left !== right) return left < right ? -1 : 1
  return (a.span?.line ?? 0) - (b.span?.line ?? 0) || (a.span?.column ?? 0) - (b.span?.column ?? 0)
}
