/** Where something stands in a source file. Lines and columns count from 1, columns in UTF-16 units. */
export interface SourceSpan {
  /** Absolute path. */
  readonly path: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}
