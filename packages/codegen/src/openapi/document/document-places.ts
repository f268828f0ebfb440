import type { SourceSpan } from '../../model/source-span.ts'

/** Where the parts of a document come from, by JSON pointer. */
export class Places {
  readonly map: Map<string, SourceSpan> = new Map()

  /** The first place counts: a type has one declaration and many uses. */
  add(pointer: string, span: SourceSpan): void {
    if (!this.map.has(pointer)) this.map.set(pointer, span)
  }
}

/** A name as one step of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
