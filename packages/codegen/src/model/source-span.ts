/** A range in a source file. Lines and columns start at 1; columns are UTF-16 units. */
export interface SourceSpan {
  /** Absolute path. */
  readonly path: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}
