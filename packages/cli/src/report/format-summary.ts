import type { FileOutcome, GenerateResult } from '@ctxgen/codegen'
import type { Flags } from '../flags.ts'
import { displayPath, printableName } from './printable.ts'

type Outcome = FileOutcome['outcome']

/** In the order of the summary. */
const words: Readonly<Record<Outcome, string>> = {
  written: 'written',
  removed: 'removed',
  generated: 'generated',
  stale: 'stale',
  edited: 'edited by hand',
  missing: 'missing',
  orphaned: 'orphaned',
  unchanged: 'unchanged',
}

const wordsOfDryRun: Readonly<Record<Outcome, string>> = {
  ...words,
  written: 'would be written',
  removed: 'would be removed',
}

/** One line for the whole run: `3 files written, 12 unchanged in 84 ms`. */
export function formatSummary(
  result: GenerateResult,
  run: { readonly flags: Flags; readonly milliseconds: number },
): string {
  const { flags } = run
  const counts = countsOf(result, flags)
  return counts === '' ? `${nothingFound(flags)}.\n` : `${counts} in ${formatTime(run.milliseconds)}\n`
}

/** The same of a round of watching and its files: `nothing written in 3 ms`. */
export function formatRound(
  result: GenerateResult,
  { flags, milliseconds, hasOutputs }: Parameters<typeof formatSummary>[1] & { readonly hasOutputs: boolean },
): string {
  const counts = countsOf(result, flags)
  if (counts === '' && !hasOutputs) return nothingFound(flags)
  return `${counts || 'nothing written'} in ${formatTime(milliseconds)}`
}

function nothingFound({ inputs }: Flags): string {
  return `No DTO was found in ${inputs.map(printableName).join(', ')}`
}

function countsOf(result: GenerateResult, { dryRun, check }: Flags): string {
  return [...countDiagnostics(result), ...countFiles(result.files, dryRun && !check)].join(', ')
}

/** A line for each file: `written src/dto/user.bind.ts`. */
export function formatOutcomes(
  files: readonly FileOutcome[],
  look: { readonly cwd: string; readonly dryRun: boolean; readonly changesOnly: boolean },
): string {
  const names = look.dryRun ? wordsOfDryRun : words
  return files
    .filter((file) => !look.changesOnly || file.outcome !== 'unchanged')
    .map((file) => `${names[file.outcome]}  ${displayPath(look.cwd, file.path)}\n`)
    .join('')
}

/** Excludes the findings of a check, which count as files. */
function countDiagnostics({ diagnostics, files }: GenerateResult): readonly string[] {
  const found = files.filter(({ outcome }) =>
    ['stale', 'edited', 'missing', 'orphaned'].includes(outcome),
  ).length
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  const counts = [count(errors - found, 'error'), count(diagnostics.length - errors, 'warning')]
  return counts.filter((text) => text !== '')
}

function countFiles(files: readonly FileOutcome[], isDryRun: boolean): readonly string[] {
  const names = isDryRun ? wordsOfDryRun : words
  const kinds = Object.entries(words).map(([outcome]) => files.filter((file) => file.outcome === outcome))
  return kinds
    .filter((kind) => kind.length > 0)
    .map((kind, index) => {
      const name = names[kind[0]?.outcome ?? 'unchanged']
      return index === 0 ? `${count(kind.length, 'file')} ${name}` : `${kind.length} ${name}`
    })
}

/** `3 errors`; empty for none. */
function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
