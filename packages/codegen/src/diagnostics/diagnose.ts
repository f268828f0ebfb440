import type { SourceSpan } from '../model/source-span.ts'

/** An entry of the catalogue; `Args` are the arguments of its texts. */
export interface CatalogEntry<Args extends readonly unknown[]> {
  readonly code: string
  readonly severity: Diagnostic['severity']
  readonly message: (...args: Args) => string
  readonly hint?: string | ((...args: Args) => string | undefined)
  readonly fix?: (...args: Args) => Fix | undefined
}

/** An edit that removes the cause: the first `wrong` text from the span on becomes `right`, or a type is imported. */
export type Fix = { readonly wrong: string; readonly right: string } | { readonly importType: string }

/** Fills in an entry of the catalogue: `diagnose(catalog.unknownRule, span, 'requird', 'required')`. */
export function diagnose<Args extends readonly unknown[]>(
  entry: CatalogEntry<Args>,
  span: SourceSpan | undefined,
  ...args: Args
): Diagnostic {
  const fix = entry.fix?.(...args)
  const hint = typeof entry.hint === 'function' ? entry.hint(...args) : entry.hint
  return {
    code: entry.code,
    severity: entry.severity,
    // A line feed in a name would make its rest look like another diagnostic.
    message: entry.message(...args).replaceAll('\n', '\\n'),
    ...(hint === undefined ? {} : { hint }),
    ...(fix === undefined ? {} : { fix }),
    ...(span === undefined ? {} : { span }),
  }
}

/** A diagnostic about a whole file. @param path absolute */
export function diagnoseAt<Args extends readonly unknown[]>(
  path: string,
  entry: CatalogEntry<Args>,
  ...args: Args
): Diagnostic {
  return { ...diagnose(entry, undefined, ...args), path }
}

/** A message about a source or an output. An error prevents its output from being written. */
export interface Diagnostic {
  /** `CTX` and four digits; node_modules/ctxgen/docs/diagnostics.md lists them all. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** The fix. */
  readonly hint?: string
  /** For editors. */
  readonly fix?: Fix
  /** Absent when it is about a whole file or the command line. */
  readonly span?: SourceSpan
  /** Absolute; only without a span. */
  readonly path?: string
  /** Absolute paths of the affected sources, when the span is in a file they import. */
  readonly sources?: readonly string[]
}
