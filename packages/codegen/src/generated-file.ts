import type { Diagnostic } from './diagnostics/diagnostic.ts'

/** The text of one output, not written yet. */
export interface GeneratedFile {
  /** Absolute path of the source it was made from. */
  readonly sourcePath: string
  /** Absolute path of the output. */
  readonly path: string
  readonly text: string
}

/**
 * What became of one output. `written`, `unchanged` and `removed` say what was done (or would be, in a dry run);
 * `generated` that its text is here and the disk was not looked at (`memory`);
 * `stale`, `edited`, `missing` and `orphaned` what a check found (`edited`: not as ctxgen left it; `orphaned`: its
 * source is gone or has no DTO any more).
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
  /** For `stale` and `edited`: the text on disk and the text it should have. */
  readonly diff?: { readonly actual: string; readonly expected: string }
  /** For `generated`: what would be written. */
  readonly text?: string
}

/** An output that was generated into memory. */
export interface MemoryFile extends FileOutcome {
  readonly outcome: 'generated'
  readonly text: string
}

/** What a run of {@link generate} did, found and has to say. */
export interface GenerateResult {
  readonly files: readonly FileOutcome[]
  /** In order of path, then position. Any error means exit code 1. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What a run with `mode: 'memory'` gives. */
export interface MemoryResult extends GenerateResult {
  readonly files: readonly MemoryFile[]
}
