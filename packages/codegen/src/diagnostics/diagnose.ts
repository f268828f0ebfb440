import type { SourceSpan } from '../model/source-span.ts'
import type { Diagnostic } from './diagnostic.ts'

/** The shape of an entry of the catalogue; `Args` is what its texts are made from. */
export interface CatalogEntry<Args extends readonly unknown[]> {
  readonly code: string
  readonly severity: Diagnostic['severity']
  readonly message: (...args: Args) => string
  readonly hint?: string | ((...args: Args) => string | undefined)
}

/** Makes a diagnostic of an entry: `diagnose(catalog.unknownTag, span, '@qurey', '@query')`. */
export function diagnose<Args extends readonly unknown[]>(
  entry: CatalogEntry<Args>,
  span: SourceSpan | undefined,
  ...args: Args
): Diagnostic {
  const hint = typeof entry.hint === 'function' ? entry.hint(...args) : entry.hint
  return {
    code: entry.code,
    severity: entry.severity,
    // One line, whatever a name holds: what follows a line end would look like another diagnostic.
    message: entry.message(...args).replaceAll('\n', '\\n'),
    ...(hint === undefined ? {} : { hint }),
    ...(span === undefined ? {} : { span }),
  }
}

/** Makes a diagnostic about a whole file, given by its absolute path. */
export function diagnoseAt<Args extends readonly unknown[]>(
  path: string,
  entry: CatalogEntry<Args>,
  ...args: Args
): Diagnostic {
  return { ...diagnose(entry, undefined, ...args), path }
}
