import type { ExpectedDiagnostic, GeneratorExpect } from './case-types.ts'
import type { CtxgenResult } from './ctxgen-command.ts'
import { exportedNames } from './exported-names.ts'
import { type FolderState, sameBytes } from './folder-state.ts'
import { type ReportedError, readDiagnostics } from './read-diagnostics.ts'
import { show } from './show.ts'

/** A run of the command and the folder around it. */
export interface GeneratorRun {
  readonly folder: string
  readonly result: CtxgenResult
  readonly before: FolderState
  readonly after: FolderState
  /** The folder after each earlier step. */
  readonly history: readonly FolderState[]
}

/** Differences between a run and its step's expectation. */
export function generatorDifferences(expected: GeneratorExpect, run: GeneratorRun): string[] {
  const { result, before, after, history } = run
  const output = `${result.stdout}\n${result.stderr}`
  const problems: string[] = []
  if (expected.exit !== undefined && result.exit !== expected.exit) {
    problems.push(`exit code ${result.exit}, expected ${expected.exit}; output: ${show(output.trim())}`)
  }
  problems.push(...exportProblems(expected, after))
  if (expected.diagnostics !== undefined) {
    problems.push(...diagnosticProblems(expected.diagnostics, readDiagnostics(output, run.folder), output))
  }
  if (expected.noOutput === true) {
    const written = [...after.keys()].filter(
      (path) => path.endsWith('.bind.ts') && !sameBytes(before.get(path), after.get(path)),
    )
    if (written.length > 0) problems.push(`${written.join(', ')} was written`)
  }
  for (const path of expected.noFile ?? []) if (after.has(path)) problems.push(`${path} exists`)
  for (const path of expected.unchanged ?? []) {
    if (!before.has(path) || !sameBytes(before.get(path), after.get(path)))
      problems.push(`${path} was changed`)
  }
  for (const [path, step] of Object.entries(expected.sameAs ?? {})) {
    const earlier = history[step]?.get(path)
    if (earlier === undefined || !sameBytes(earlier, after.get(path)))
      problems.push(`${path} is not as after step ${step}`)
  }
  return [...problems, ...outputProblems(expected, result.stdout, output)]
}

function exportProblems(expected: GeneratorExpect, after: FolderState): string[] {
  const problems: string[] = []
  const namesOf = (path: string): Set<string> => exportedNames(after.get(path)?.toString('utf8') ?? '')
  for (const [path, names] of Object.entries(expected.exports ?? {})) {
    if (!after.has(path)) problems.push(`${path} was not written`)
    const found = namesOf(path)
    const missing = names.filter((name) => !found.has(name))
    if (missing.length > 0) problems.push(`${path} does not export ${missing.join(', ')}`)
  }
  for (const [path, names] of Object.entries(expected.absent ?? {})) {
    const found = names.filter((name) => namesOf(path).has(name))
    if (found.length > 0) problems.push(`${path} exports ${found.join(', ')}`)
  }
  return problems
}

function diagnosticProblems(
  expected: readonly ExpectedDiagnostic[],
  found: readonly ReportedError[],
  output: string,
): string[] {
  const problems: string[] = []
  const onLine = (wanted: ExpectedDiagnostic, error: ReportedError): boolean =>
    error.file === wanted.file && (wanted.line === undefined || error.line === wanted.line)
  for (const wanted of expected) {
    const fits = found.some(
      (error) =>
        onLine(wanted, error) &&
        new RegExp(wanted.codeMatch ?? '').test(error.code) &&
        new RegExp(wanted.messageMatch ?? '').test(error.message),
    )
    if (!fits) problems.push(`no error as ${JSON.stringify(wanted)}; output: ${show(output.trim())}`)
  }
  for (const error of found) {
    if (!expected.some((wanted) => onLine(wanted, error)))
      problems.push(`an error that is not expected: ${show(error)}`)
  }
  return problems
}

function outputProblems(expected: GeneratorExpect, stdout: string, output: string): string[] {
  const matches = (pattern: string, text: string): boolean => new RegExp(pattern, 'm').test(text)
  const problems: string[] = []
  if (expected.stdoutMatch !== undefined && !matches(expected.stdoutMatch, stdout)) {
    problems.push(`stdout ${show(stdout)} does not match ${expected.stdoutMatch}`)
  }
  if (expected.outputMatch !== undefined && !matches(expected.outputMatch, output)) {
    problems.push(`the output ${show(output)} does not match ${expected.outputMatch}`)
  }
  if (expected.outputNotMatch !== undefined && matches(expected.outputNotMatch, output)) {
    problems.push(`the output ${show(output)} matches ${expected.outputNotMatch}`)
  }
  return problems
}
