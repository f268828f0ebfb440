import type { SourceSpan } from '../../model/source-span.ts'

/** The source of a pointer: its own, or that of the nearest value around it. */
export function placeOf(pointer: string, spans: ReadonlyMap<string, SourceSpan>): SourceSpan | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const span = spans.get(at)
    if (span !== undefined) return span
  }
  return undefined
}
