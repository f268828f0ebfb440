import { resolve } from 'node:path'
import { checkModule } from './check/check-module.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import { emitModule } from './emit/emit-module.ts'
import type { GenerateOptions } from './generate-options.ts'
import type { GenerateResult } from './generated-file.ts'
import { findInputs } from './input/find-inputs.ts'
import { parseSources } from './parse/parse-sources.ts'
import { writeFiles } from './write/write-files.ts'

/**
 * Reads DTOs and writes their binders: inputs → model → checks → text → files.
 *
 * Everything wrong is reported at once. A source with an error keeps the output it had; the others are written.
 *
 * @throws UsageError for an input or a tsconfig that does not exist.
 */
export function generate(options: GenerateOptions): GenerateResult {
  const cwd = resolve(options.cwd ?? process.cwd())
  const inputs = findInputs({ ...options, cwd })
  const paths = inputs.files.map(({ sourcePath }) => sourcePath)
  const parsed = parseSources({
    paths,
    cwd,
    tsconfig: options.project,
    aliasTag: options.aliasTag,
    missing: options.missing ?? 'error',
  })
  const checked = parsed.modules.map((module) => ({ module, diagnostics: checkModule(module) }))
  const found = [...parsed.diagnostics, ...checked.flatMap(({ diagnostics }) => diagnostics)]
  const failed = checked.filter(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'))
  const failedSources = new Set([...parsed.failedSources, ...failed.map(({ module }) => module.path)])
  const files = parsed.modules
    .filter(({ path }) => !failedSources.has(path))
    .flatMap((module) => {
      const file = inputs.files.find(({ sourcePath }) => sourcePath === module.path)
      if (file === undefined) return []
      return { sourcePath: module.path, path: file.outputPath, text: emitModule(module, file.outputPath) }
    })
  const { mode = 'write', clean = false } = options
  const written = writeFiles(files, { cwd, mode, clean, inputs, failedSources })
  return { files: written.outcomes, diagnostics: [...found.sort(byPlace), ...written.diagnostics] }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.span === undefined || b.span === undefined) return a.span === undefined ? 1 : -1
  if (a.span.path !== b.span.path) return a.span.path < b.span.path ? -1 : 1
  return a.span.line - b.span.line || a.span.column - b.span.column
}
