import type { Diagnostic } from '../diagnostics/diagnose.ts'

/** One output in memory. */
export interface GeneratedFile {
  /** Absolute path of the source it was made from. */
  readonly sourcePath: string
  /** Absolute path of the output. */
  readonly path: string
  readonly text: string
}

/**
 * The outcome of one output. `written`, `unchanged` and `removed` come from a run (or a dry run), `generated` from `memory`;
 * `stale`, `edited` (not by ctxgen), `missing` and `orphaned` (no source or no DTO any longer) from a check.
 */
export interface FileOutcome {
  /** Absolute path of the output. */
  readonly path: string
  /** Absolute path of the source it was made from. */
  readonly sourcePath: string
  readonly outcome:
    | 'written'
    | 'unchanged'
    | 'removed'
    | 'generated'
    | 'stale'
    | 'edited'
    | 'missing'
    | 'orphaned'
  /** For `stale` and `edited`: the text on disk and the generated text. */
  readonly diff?: { readonly actual: string; readonly expected: string }
  /** For `generated`: the text. */
  readonly text?: string
}

/** An output with `mode: 'memory'`. */
export interface MemoryFile extends FileOutcome {
  readonly outcome: 'generated'
  readonly text: string
}

/** Outcomes and diagnostics of {@link generate}. */
export interface GenerateResult {
  readonly files: readonly FileOutcome[]
  /** Sorted by path, then position. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Result of {@link generate} with `mode: 'memory'`. */
export interface MemoryResult extends GenerateResult {
  readonly files: readonly MemoryFile[]
}
