import type { ts } from 'ts-morph'

/** A position in a text. Both count from zero, characters in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly character: number
}

/** The offset of a position; one behind the end of its line is the end. */
export function offsetAt(file: ts.SourceFile, { line, character }: Position): number {
  const starts = file.getLineStarts()
  const start = starts[line] ?? file.end
  const end = starts[line + 1] ?? file.end + 1
  return Math.min(start + character, end - 1)
}
