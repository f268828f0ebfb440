import type { SourceSpan } from '../model/source-span.ts'

/** Something the user should know about a source or an output. An error keeps its file from being written. */
export interface Diagnostic {
  /** `CTX` and four digits; node_modules/ctxgen/docs/diagnostics.md lists them all. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  /** Missing when the diagnostic is about a whole file or the command itself. */
  readonly span?: SourceSpan
  /** The file, absolute, when there is no span. */
  readonly path?: string
  /** The sources whose DTOs it is about, absolute, when the place is in a file that they import. */
  readonly sources?: readonly string[]
}
