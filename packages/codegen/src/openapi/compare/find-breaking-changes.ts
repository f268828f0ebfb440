import { breakingCatalog } from '../../diagnostics/breaking-catalog.ts'
import { type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { compareDocuments } from './compare-documents.ts'
import { isObject } from './document-value.ts'
import { placeOf } from './place-of.ts'

/** Changes that break clients of an earlier document, each at its line of TypeScript. */
export function findBreakingChanges(
  before: unknown,
  after: { readonly document: object; readonly places: ReadonlyMap<string, SourceSpan> },
): readonly Diagnostic[] {
  if (!isObject(before) || !isObject(after.document)) return []
  return compareDocuments(before, after.document).map(({ id, level, text, operations, pointer }) => {
    const entry = level === 'error' ? breakingCatalog.breakingChange : breakingCatalog.perhapsBreakingChange
    return diagnose(entry, placeOf(pointer, after.places), text, id, shown(operations))
  })
}

const maxShown = 3

function shown(operations: readonly string[]): string {
  const others = operations.length - maxShown
  return operations.slice(0, maxShown).join(', ') + (others > 0 ? ` and ${others} more` : '')
}
